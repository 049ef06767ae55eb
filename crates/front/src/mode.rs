//! The mode of a terminal.

use rustix::fs::{Mode, OFlags, open};
use rustix::termios::{LocalModes, tcgetattr};

/// Whether a terminal hands on whole lines (`ICANON`). None where its device cannot be asked.
pub fn is_line_mode(device: &str) -> Option<bool> {
    if !is_terminal_name(device) {
        return None;
    }
    // Neither to wait for it nor to make it ours.
    let flags = OFlags::RDONLY | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let terminal = open(device, flags, Mode::empty()).ok()?;
    let modes = tcgetattr(terminal).ok()?;
    Some(modes.local_modes.contains(LocalModes::ICANON))
}

/// Only what is called as terminals are is opened: the name comes from another program.
fn is_terminal_name(device: &str) -> bool {
    let plain = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let numbered = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
    let pts = device.strip_prefix("/dev/pts/");
    let tty = device.strip_prefix("/dev/tty");
    pts.is_some_and(numbered) || tty.is_some_and(|rest| !rest.is_empty() && plain(rest))
}

#[cfg(test)]
mod tests {
    use super::{is_line_mode, is_terminal_name};

    #[test]
    fn only_terminals_are_opened() {
        for name in ["/dev/pts/3", "/dev/ttys012", "/dev/tty1"] {
            assert!(is_terminal_name(name), "{name}");
        }
        for name in [
            "/dev/pts/../sda",
            "/dev/pts/",
            "/dev/tty",
            "/dev/watchdog",
            "/etc/passwd",
            "pts/3",
            "",
        ] {
            assert!(!is_terminal_name(name), "{name}");
            assert_eq!(is_line_mode(name), None);
        }
    }
}
