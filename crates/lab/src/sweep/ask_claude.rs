//! The settings of a Claude Code, out of its own text: the schema of its settings, the defaults of its main
//! configuration, and the variables that it reads as a switch. Seen in the script of 2.0.76 and in the binaries of 2.1.200
//! and 2.1.332, which hold the same text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use regex::bytes::Regex;
use serde_json::{Value, json};

use super::knob::{Knob, SettingPlace};
use crate::cache::Installed;
use crate::error::{Context, LabError, Result};

/// A field of a schema: its name, what makes its type, the words in that one's brackets, and its description.
const FIELD: &str = concat!(
    r"(?-u)[{,](?P<name>[a-zA-Z][a-zA-Z0-9_]{2,40}):(?:\(\)=>)?(?:[\w$]+\.)?(?P<make>[\w$]+)",
    r"\((?P<with>\[[^\]\[]{0,300}\]|)\)(?:\.[a-z]+\([^()]{0,60}\)){0,3}\.describe\(",
    r#"["'`](?P<about>[^"'`\\]{0,80})"#
);

/// A field that stands in the schema of the settings in every version, and how far apart the fields of one schema stand.
const ANCHOR: &str = "apiKeyHelper";
const APART: usize = 8_000;

/// The knobs of an installed version.
pub fn knobs(installed: &Installed) -> Result<Vec<Knob>> {
    let file = installed.argv.last().map(|file| installed.dir.join(file));
    let file = file.ok_or_else(|| LabError::new("nothing is installed"))?;
    let text = fs::read(&file).context(file.display())?;
    let mut knobs = schema(&text)?;
    knobs.extend(defaults(&text)?);
    knobs.extend(switches(&text)?);
    Ok(knobs)
}

struct Field {
    at: usize,
    name: String,
    make: String,
    with: String,
    about: String,
}

fn schema(text: &[u8]) -> Result<Vec<Knob>> {
    let field = Regex::new(FIELD).context("pattern")?;
    let all: Vec<Field> = field
        .captures_iter(text)
        .map(|found| {
            let part = |name| plain(&found[name]);
            let at = found.get(0).map_or(0, |whole| whole.start());
            let (name, make) = (part("name"), part("make"));
            let (with, about) = (part("with"), part("about"));
            Field {
                at,
                name,
                make,
                with,
                about,
            }
        })
        .collect();
    let makes = makers_of_switches(&all);
    let mut knobs = BTreeMap::new();
    for field in all.iter().filter(|field| of_settings(field, &all)) {
        let knob = match serde_json::from_str::<Vec<Value>>(&field.with) {
            Ok(values) => Knob::of(SettingPlace::Settings, &field.name, values),
            Err(_) if makes.contains(&field.make) => {
                Knob::switch(SettingPlace::Settings, &field.name)
            }
            Err(_) => Knob::of(SettingPlace::Settings, &field.name, Vec::new()),
        };
        knobs.entry(field.name.clone()).or_insert(knob);
    }
    Ok(knobs.into_values().collect())
}

/// Whether a field stands in the schema of the settings: in the run of fields that holds the anchor.
fn of_settings(field: &Field, all: &[Field]) -> bool {
    let anchors = all.iter().filter(|other| other.name == ANCHOR);
    anchors.into_iter().any(|anchor| {
        let (from, to) = (anchor.at.min(field.at), anchor.at.max(field.at));
        let between = all
            .iter()
            .map(|it| it.at)
            .filter(|at| (from..=to).contains(at));
        let places: Vec<usize> = between.collect();
        places.windows(2).all(|pair| pair[1] - pair[0] < APART)
    })
}

/// What makes a switch: `boolean`, or the short name of it, known by what most of its fields say of themselves.
fn makers_of_switches(all: &[Field]) -> BTreeSet<String> {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for field in all.iter().filter(|field| field.with.is_empty()) {
        let words = [
            "Whether",
            "True",
            "If true",
            "When true",
            "When false",
            "Enable",
            "Disable",
        ];
        let (of, whether) = counts.entry(&field.make).or_default();
        *of += 1;
        *whether += usize::from(words.iter().any(|word| field.about.starts_with(word)));
    }
    let speaks = |(_, (of, whether)): &(&&str, &(usize, usize))| *of >= 10 && 3 * *whether >= *of;
    let names = counts
        .iter()
        .filter(speaks)
        .map(|(name, _)| (*name).to_owned());
    names.chain(["boolean".to_owned()]).collect()
}

/// The switches among the defaults of the main configuration, each turned the other way.
fn defaults(text: &[u8]) -> Result<Vec<Knob>> {
    let object = Regex::new(r"(?-u)\{?numStartups:0,(?P<rest>[^;]{0,3000})").context("pattern")?;
    let pair =
        Regex::new(r"(?-u)(?:^|,)(?P<name>[a-zA-Z]{3,60}):!(?P<off>[01])").context("pattern")?;
    let mut knobs = BTreeMap::new();
    for object in object.captures_iter(text) {
        for found in pair.captures_iter(&object["rest"]) {
            let name = plain(&found["name"]);
            let other = json!(&found["off"] == b"1");
            let knob = Knob::of(SettingPlace::Config, &name, vec![other]);
            knobs.entry(name).or_insert(knob);
        }
    }
    Ok(knobs.into_values().collect())
}

/// The variables that are switches: those that the CLI's own list of its variables calls so (seen in 2.1.332), and those
/// that are read by the function that most of them are read by, the one that knows `1` and `true`.
fn switches(text: &[u8]) -> Result<Vec<Knob>> {
    let mut knobs = listed(text)?;
    let read = Regex::new(r"(?-u)(?P<by>[\w$]+)\(process\.env\.(?P<name>[A-Z][A-Z0-9_]{3,60})\)");
    let mut readers: BTreeMap<Vec<u8>, BTreeSet<String>> = BTreeMap::new();
    for found in read.context("pattern")?.captures_iter(text) {
        if &found["by"] != b"if" {
            let names = readers.entry(found["by"].to_vec()).or_default();
            names.insert(plain(&found["name"]));
        }
    }
    let most = readers.into_values().max_by_key(BTreeSet::len);
    let names = most.unwrap_or_default();
    knobs.extend(
        names
            .iter()
            .map(|name| Knob::of(SettingPlace::Env, name, vec![json!(true)])),
    );
    Ok(knobs)
}

/// The CLI's own list: `NAME:()=>x` in one place, `x=H.bool()` in another. Other lists of names look the same; in
/// those of variables every name is made so.
fn listed(text: &[u8]) -> Result<Vec<Knob>> {
    let name = Regex::new(r"(?-u)(?P<name>[A-Z][A-Z0-9_]{3,70}):\(\)=>(?P<short>[\w$]+)");
    let made = Regex::new(concat!(
        r"(?-u)[,; \n](?P<short>[\w$]+)=[\w$]+\.(?:(?P<kind>bool|triBool|str|rawStr|int)\(",
        r"|enum\((?P<with>\[[^\]]{0,200}\]))"
    ));
    let mut kinds: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for found in made.context("pattern")?.captures_iter(text) {
        let values = match (found.name("kind"), found.name("with")) {
            (Some(kind), _) if kind.as_bytes() == b"bool" => vec![json!(true)],
            (Some(kind), _) if kind.as_bytes() == b"triBool" => vec![json!(true), json!(false)],
            (Some(_), _) => Vec::new(),
            (None, with) => {
                let with = with.map_or(&b"[]"[..], |with| with.as_bytes());
                serde_json::from_slice(with).unwrap_or_default()
            }
        };
        kinds.insert(plain(&found["short"]), values);
    }
    let mut lists: Vec<Vec<Option<Knob>>> = Vec::new();
    let mut end = usize::MAX;
    for found in name.context("pattern")?.captures_iter(text) {
        let place = found.get(0).map_or(0..0, |whole| whole.range());
        if place.start != end.saturating_add(1) {
            lists.push(Vec::new());
        }
        end = place.end;
        let name = plain(&found["name"]);
        let values = kinds.get(&plain(&found["short"]));
        let knob = values.map(|values| Knob::of(SettingPlace::Env, &name, values.clone()));
        lists
            .last_mut()
            .into_iter()
            .for_each(|list| list.push(knob.clone()));
    }
    let made = |list: Vec<Option<Knob>>| list.into_iter().collect::<Option<Vec<Knob>>>();
    Ok(lists.into_iter().filter_map(made).flatten().collect())
}

fn plain(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_of_the_settings_and_no_other_is_read() {
        let mut text = String::from("x({apiKeyHelper:A.string().optional().describe(\"Path\")");
        text += ",mode:A.enum([\"one\",\"two\"]).optional().describe(\"Which\")";
        text += ",quiet:A.boolean().optional().describe(\"Whether it is quiet\")";
        text += &" ".repeat(APART);
        text += "{other:A.boolean().describe(\"Of a tool\")";
        let knobs = schema(text.as_bytes()).unwrap();
        let brief: Vec<_> = knobs
            .iter()
            .map(|k| (k.name.as_str(), k.values.len()))
            .collect();
        assert_eq!(brief, [("apiKeyHelper", 0), ("mode", 2), ("quiet", 2)]);
    }

    #[test]
    fn short_names_of_a_switch_are_known_by_their_fields() {
        let field =
            |at: usize, about: &str| format!(",f{at:02}x:()=>M().optional().describe(\"{about}\")");
        let mut text = String::from("{apiKeyHelper:()=>r().optional().describe(\"Path\")");
        for at in 0..12 {
            text += &field(at, "Whether it is so");
        }
        let knobs = schema(text.as_bytes()).unwrap();
        assert_eq!(knobs.iter().filter(|k| k.values.len() == 2).count(), 12);
    }

    #[test]
    fn defaults_are_turned_and_switches_found() {
        let text = b"{numStartups:0,theme:\"dark\",verbose:!1,scroll:!0};It(process.env.QUIET_MODE)&&It(process.env.LOUD_MODE);if(process.env.HOME_DIR)";
        let turned = defaults(text).unwrap();
        assert_eq!(turned[0].name, "scroll");
        assert_eq!(turned[0].values, [json!(false)]);
        assert_eq!(turned[1].values, [json!(true)]);
        let names: Vec<_> = switches(text)
            .unwrap()
            .into_iter()
            .map(|k| k.name)
            .collect();
        assert_eq!(names, ["LOUD_MODE", "QUIET_MODE"]);
    }

    #[test]
    fn the_list_of_variables_and_no_other_is_read() {
        let text = b"e(y,{TOO_MANY:()=>En,TOO_FEW:()=>zz});e(x,{NO_TITLE:()=>En,NO_FLICKER:()=>QC,SPEED:()=>qp,\
            PLACE:()=>en});var En=H.bool(),QC=H.triBool(),qp=H.str(),en=H.enum([\"a\",\"b\"])";
        let knobs = listed(text).unwrap();
        let brief: Vec<_> = knobs
            .iter()
            .map(|k| (k.name.as_str(), k.values.len()))
            .collect();
        let all = [
            ("NO_TITLE", 1),
            ("NO_FLICKER", 2),
            ("SPEED", 0),
            ("PLACE", 2),
        ];
        assert_eq!(brief, all);
    }
}
