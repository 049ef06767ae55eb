//! The user's own dialogs: `dialogs.toml` in the configuration folder, read once by whoever builds a stack.

use std::fs;
use std::io::{self, ErrorKind};
use std::sync::Once;

use once_cell::sync::OnceCell;
use serde::Deserialize;
use shadow_files::{PlainName, Root, own};
use shadow_tui::{OwnDialog, OwnDialogs, ProviderChoice, WrongDialog};

use crate::exit::complain;

/// The file's name.
pub const NAME: &str = "dialogs.toml";

/// The most bytes that are read of it.
const CAP: u64 = 1 << 20;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    dialog: Vec<toml::Table>,
}

/// The rows of the file, none where there is no file; or what is wrong with it, in one line. Right ones are kept, a wrong
/// file is looked at again.
pub fn found() -> Result<&'static OwnDialogs, String> {
    static FOUND: OnceCell<OwnDialogs> = OnceCell::new();
    FOUND.get_or_try_init(|| match read() {
        Ok(None) => Ok(OwnDialogs::default()),
        Ok(Some(text)) => rows(&text).map_err(|wrong| format!("{}: {wrong}", place())),
        Err(error) => Err(format!("{}: {error}", place())),
    })
}

/// Where the file is, or would be.
pub fn place() -> String {
    own::config().map_or_else(
        || NAME.to_owned(),
        |folder| folder.join(NAME).display().to_string(),
    )
}

/// The rows that are in force. Where the file is wrong there are none, which is said on standard error, once.
pub fn in_force() -> OwnDialogs {
    static SAID: Once = Once::new();
    match found() {
        Ok(own) => own.clone(),
        Err(wrong) => {
            SAID.call_once(|| {
                complain(&format!(
                    "{wrong}; none of its rows is used (see `shadow doctor`)"
                ))
            });
            OwnDialogs::default()
        }
    }
}

/// What stands in the file. A person may have put a link in its place: it is theirs.
fn read() -> io::Result<Option<String>> {
    let Some(folder) = own::config() else {
        return Ok(None);
    };
    let own = folder.join(NAME);
    let path = match fs::canonicalize(&own) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let astray = own.is_symlink();
            let lost = || io::Error::other("it is a link that leads nowhere; correct or remove it");
            return if astray { Err(lost()) } else { Ok(None) };
        }
        path => path?,
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = PlainName::new(&name).map_err(io::Error::other)?;
    let root = Root::at(path.parent().unwrap_or(&folder));
    root.read_text(&name, CAP).map(Some)
}

/// The rows of a text.
fn rows(text: &str) -> Result<OwnDialogs, WrongDialog> {
    let written: Written = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(0, |span| {
            let before = text.get(..span.start).unwrap_or_default();
            before.matches('\n').count() + 1
        });
        WrongDialog::whole(format!("line {line}: {}", error.message()))
    })?;
    let rows = written.dialog.into_iter().enumerate();
    let rows = rows.map(|(place, table)| row(place, table));
    OwnDialogs::new(NAME, rows.collect::<Result<_, _>>()?)
}

fn row(place: usize, table: toml::Table) -> Result<OwnDialog, WrongDialog> {
    let id = table.get("id").and_then(toml::Value::as_str);
    let id = id.unwrap_or_default().to_owned();
    let wrong = |why: &str| WrongDialog::row(place, &id, why);
    let row: OwnDialog = table
        .try_into()
        .map_err(|error: toml::de::Error| wrong(error.message()))?;
    match shadow_tui::stack().choice(&row.provider) {
        Ok(ProviderChoice::Named(_)) => Ok(row),
        Ok(ProviderChoice::Auto) => Err(wrong("the provider is `claude` or `codex`")),
        Err(unknown) => Err(wrong(&unknown.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::{NAME, rows};

    const GOOD: &str = "[[dialog]]\nid = \"good\"\nprovider = \"claude\"\nkind = \"picker\"\n\
                        origin = \"cli\"\nheadings = [\"Good one\"]\n";

    /// Lines of a second row in place of those of a good one, and what is said of it.
    const WRONG: [(&str, &str, &str); 14] = [
        ("id", "id = \"good\"", "row 2 (`good`): an earlier row"),
        ("id", "id = \"My Dialog\"", "row 2 (`My Dialog`): an id is"),
        ("id", "", "row 2: missing field `id`"),
        ("provider", "provider = \"gemini\"", "no provider"),
        ("provider", "provider = \"auto\"", "the provider is"),
        ("kind", "kind = \"dialog\"", "unknown variant `dialog`"),
        ("kind", "kind = \"unknown\"", "kind `unknown` names nothing"),
        ("origin", "origin = \"me\"", "unknown variant `me`"),
        ("origin", "origin = \"operator\"", "nobody is called"),
        ("headings", "headings = []", "it needs a heading"),
        ("headings", "headings = [\"❯ 1.\"]", "fewer than 3 letters"),
        ("headings", "headings = [\" Good\"]", "a blank at an end"),
        (
            "headings",
            "heading = [\"Good\"]",
            "unknown field `heading`",
        ),
        (
            "origin",
            "origin = \"cli\"\ncontext = \"normal_prompt\"",
            "the context is no dialog's",
        ),
    ];

    #[test]
    fn a_wrong_row_is_named_by_its_place_and_its_id_in_one_line() {
        assert_eq!(rows("").unwrap().rows().len(), 0);
        let own = rows(GOOD).unwrap();
        assert_eq!((own.source(), own.rows().len()), (NAME, 1));
        for (field, line, said) in WRONG {
            let second = GOOD.replace("\"good\"", "\"other\"");
            let lines = second.lines().map(|old| match old.starts_with(field) {
                true => line,
                false => old,
            });
            let text = format!("{GOOD}\n{}", lines.collect::<Vec<_>>().join("\n"));
            let wrong = rows(&text).expect_err(line).to_string();
            assert!(wrong.starts_with("row 2"), "{wrong}");
            assert!(wrong.contains(said) && !wrong.contains('\n'), "{wrong}");
        }
    }

    #[test]
    fn a_text_that_is_no_table_of_rows_is_refused_with_its_line() {
        for (text, said) in [
            ("\n[[dialog]\n", "line 2: "),
            ("\n[[dialogue]]\n", "unknown field `dialogue`"),
            ("dialog = 3\n", "line 1: "),
        ] {
            let wrong = rows(text).expect_err(text).to_string();
            assert!(wrong.contains(said) && !wrong.contains('\n'), "{wrong}");
        }
        let mut many = String::new();
        for at in 0..201 {
            many += &GOOD.replace("\"good\"", &format!("\"row-{at}\""));
        }
        let wrong = rows(&many).unwrap_err().to_string();
        assert_eq!(wrong, "201 rows; at most 200 are taken");
    }
}
