//! A prompt that was typed and not sent: kept in a file of its owner alone, so that it is not lost.

use std::io::Write;
use std::path::{Path, PathBuf};

use shadow_files::{own, private};

/// Keeps a text in a new file that only its owner can read, in the user's folder for state, else for what runs; gives
/// its path. None where it cannot be written.
pub fn keep(text: &str) -> Option<PathBuf> {
    let folders = [own::state(), own::runtime()];
    let folders = folders.into_iter().flatten();
    folders
        .map(|folder| folder.join("unsent"))
        .find_map(|folder| keep_in(&folder, text))
}

fn keep_in(folder: &Path, text: &str) -> Option<PathBuf> {
    private::folder(folder).ok()?;
    (0..100).find_map(|attempt| {
        let name = format!("{}-{attempt}.txt", std::process::id());
        let path = folder.join(name);
        let mut file = private::create_new(&path).ok()?;
        file.write_all(text.as_bytes()).ok()?;
        Some(path)
    })
}

#[cfg(test)]
mod tests {
    use super::keep_in;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_kept_text_is_its_owners_alone_in_a_folder_of_theirs() {
        let base = std::env::temp_dir().join(format!("shadow-unsent-{}", std::process::id()));
        let folder = base.join("unsent");
        let keep = |text| keep_in(&folder, text);
        let (one, two) = (keep("one").expect("kept"), keep("two").expect("kept"));
        assert_ne!(one, two);
        assert_eq!(fs::read_to_string(&one).expect("read"), "one");
        for (path, mode) in [(&one, 0o600), (&folder, 0o700)] {
            let own = fs::metadata(path).expect("there").permissions().mode();
            assert_eq!(own & 0o777, mode);
        }
        // What others may enter or have made takes no text.
        fs::set_permissions(&folder, Permissions::from_mode(0o777)).expect("set");
        assert_eq!(keep("three"), None);
        fs::remove_dir_all(base).expect("cleaned");
    }
}
