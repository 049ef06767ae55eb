//! The token: made of random bytes, or kept in a file that its owner alone can read.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use shadow_files::private;
use shadow_serve::Token;

use crate::exit::{Exit, Failure};

/// A token that was never used.
pub fn fresh() -> Result<Token, Failure> {
    let mut bytes = [0; 32];
    let read = File::open("/dev/urandom").and_then(|mut source| source.read_exact(&mut bytes));
    read.map_err(|error| {
        Failure::new(
            Exit::NotHeld,
            format!("cannot read /dev/urandom: {error}; no token can be made"),
        )
    })?;
    Ok(Token::from_random(bytes))
}

/// The token in a file; where there is none, a fresh one is put there. A file that others can read is refused.
pub fn from_file(path: &Path) -> Result<Token, Failure> {
    let refuse = |error: io::Error| {
        let path = path.display();
        Failure::input(format!("cannot use the token file {path}: {error}"))
    };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let token = fresh()?;
            write_new(path, &token).map_err(refuse)?;
            return Ok(token);
        }
        Err(error) => return Err(refuse(error)),
    };
    check(&file).map_err(refuse)?;
    let mut text = String::new();
    (&file)
        .take(4096)
        .read_to_string(&mut text)
        .map_err(refuse)?;
    Token::parse(&text).map_err(|error| refuse(io::Error::other(error.to_string())))
}

fn write_new(path: &Path, token: &Token) -> io::Result<()> {
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        private::create_folders(folder)?;
    }
    let mut file = private::create_new(path)?;
    file.write_all(format!("{}\n", token.reveal()).as_bytes())
}

/// Whether its owner alone, who is the one who runs this, can read or write it.
fn check(file: &File) -> io::Result<()> {
    let about = file.metadata()?;
    let own = about.uid() == rustix::process::geteuid().as_raw();
    match about.is_file() && own && about.mode() & 0o077 == 0 {
        true => Ok(()),
        false => Err(io::Error::other(
            "it must be a file of yours that others cannot read (chmod 600)",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::from_file;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_token_is_kept_and_read_again_and_never_shared() {
        let folder = std::env::temp_dir().join(format!("shadow-token-{}", std::process::id()));
        let path = folder.join("below").join("token");
        let made = from_file(&path).expect("a token is made");
        assert_eq!(
            fs::metadata(&path).expect("a file").permissions().mode() & 0o777,
            0o600
        );
        assert_eq!(
            from_file(&path).expect("it is read").reveal(),
            made.reveal()
        );
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
        let refused = from_file(&path).expect_err("others could read it");
        assert!(
            refused.message().contains("chmod 600"),
            "{}",
            refused.message()
        );
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("set");
        fs::write(&path, "short").expect("written");
        assert!(from_file(&path).is_err());
        fs::remove_dir_all(folder).expect("cleaned");
    }
}
