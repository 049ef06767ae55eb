//! A prompt that was typed and not sent: kept in a file of its owner alone, so that it is not lost.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

/// Keeps a text in a new file that only its owner can read, in the folder for temporary files; gives its path. None
/// where it cannot be written.
pub fn keep(text: &str) -> Option<PathBuf> {
    (0..100).find_map(|attempt| {
        let name = format!("shadow-unsent-{}-{attempt}.txt", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o600);
        let mut file = options.open(&path).ok()?;
        file.write_all(text.as_bytes()).ok()?;
        Some(path)
    })
}

#[cfg(test)]
mod tests {
    use super::keep;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_kept_text_is_its_owners_alone() {
        let (one, two) = (keep("one").expect("kept"), keep("two").expect("kept"));
        assert_ne!(one, two);
        assert_eq!(std::fs::read_to_string(&one).expect("read"), "one");
        let mode = std::fs::metadata(&one).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        for path in [one, two] {
            std::fs::remove_file(path).expect("cleaned");
        }
    }
}
