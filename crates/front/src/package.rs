//! The package that a program's file is of, where npm has installed it.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path};

use serde::Deserialize;

/// Bytes of a `package.json` that are read.
const LIMIT: u64 = 1 << 16;

#[derive(Deserialize)]
struct Package {
    version: String,
}

/// The version of the package that a file is of: what the `package.json` below the innermost `node_modules` says. A file that
/// was replaced while its program runs is of none: its path is not there any more (Linux calls it `NAME (deleted)`).
pub fn version(file: &Path) -> Option<String> {
    let modules = |it: &&Path| it.file_name().is_some_and(|name| name == "node_modules");
    let modules = file.ancestors().find(modules)?;
    let mut below = file.strip_prefix(modules).ok()?.components();
    let mut folder = modules.join(below.next()?);
    if folder.file_name()?.to_str()?.starts_with('@')
        && let Some(Component::Normal(name)) = below.next()
    {
        folder.push(name);
    }
    if !file.is_file() {
        return None;
    }
    let mut text = String::new();
    let package = File::open(folder.join("package.json")).ok()?;
    package.take(LIMIT).read_to_string(&mut text).ok()?;
    Some(serde_json::from_str::<Package>(&text).ok()?.version)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::version;

    #[test]
    fn a_file_is_of_the_innermost_package() {
        let folder = std::env::temp_dir().join(format!("shadow-package-{}", std::process::id()));
        let outer = folder.join("node_modules/outer");
        let inner = outer.join("node_modules/@scope/inner");
        fs::create_dir_all(inner.join("vendor/bin")).expect("folders");
        fs::write(outer.join("package.json"), r#"{"version":"9.9.9"}"#).expect("written");
        fs::write(
            inner.join("package.json"),
            r#"{"name":"@scope/inner","version":"0.171.0-linux-x64"}"#,
        )
        .expect("written");
        let file = inner.join("vendor/bin/program");
        assert_eq!(version(&file), None, "it is not there");
        fs::write(&file, "").expect("written");
        assert_eq!(version(&file).as_deref(), Some("0.171.0-linux-x64"));
        assert_eq!(version(&outer.join("program")), None);
        assert_eq!(version(&folder.join("program")), None);
        fs::remove_dir_all(folder).expect("cleaned");
    }
}
