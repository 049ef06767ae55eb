//! Names of programs, by what a program of that name can be in front of a terminal.

/// Whether a program of this name is a runtime in which these CLIs ship.
pub fn is_runtime(name: &str) -> bool {
    is(without_version(name), &RUNTIMES)
}

/// The last part of a path. A login shell's name begins with a dash.
pub fn file_name(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.trim_start_matches('-')
}

/// A name without the version behind it: `zsh-5.9`, `emacs28`, `python3.11`.
pub fn without_version(name: &str) -> &str {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    match stem.trim_end_matches('-') {
        "" => name,
        stem => stem,
    }
}

/// Whether a name is one of these.
pub fn is(name: &str, known: &[&str]) -> bool {
    known.iter().any(|it| it.eq_ignore_ascii_case(name))
}

/// Shells in which people work.
pub const SHELLS: [&str; 16] = [
    "bash", "rbash", "zsh", "fish", "sh", "dash", "ash", "ksh", "mksh", "tcsh", "csh", "nu",
    "pwsh", "xonsh", "elvish", "login",
];

/// What prints, or waits, and reads no keys.
pub const PRINTERS: [&str; 22] = [
    "cat",
    "tac",
    "head",
    "tail",
    "tee",
    "bat",
    "batcat",
    "grep",
    "rg",
    "sed",
    "awk",
    "gawk",
    "mawk",
    "echo",
    "printf",
    "sleep",
    "git",
    "ls",
    "find",
    "diff",
    "scriptreplay",
    "ttyplay",
];

/// Editors, pagers, monitors, file managers: they draw the whole screen and take every key.
pub const TAKE_KEYS: [&str; 44] = [
    "vi",
    "vim",
    "vim.basic",
    "vim.tiny",
    "vim.nox",
    "vim.gtk3",
    "view",
    "vimdiff",
    "nvim",
    "nano",
    "pico",
    "micro",
    "emacs",
    "emacs-nox",
    "emacs-gtk",
    "emacs-lucid",
    "emacsclient",
    "hx",
    "helix",
    "kak",
    "joe",
    "mcedit",
    "ed",
    "less",
    "more",
    "most",
    "pg",
    "man",
    "info",
    "tig",
    "watch",
    "top",
    "htop",
    "btop",
    "atop",
    "iotop",
    "glances",
    "mc",
    "ranger",
    "nnn",
    "lf",
    "yazi",
    "w3m",
    "lynx",
];

/// What leads elsewhere: to another machine, into a container, to a terminal that something else holds.
pub const LEAD: [&str; 26] = [
    "ssh",
    "autossh",
    "sshpass",
    "mosh",
    "mosh-client",
    "et",
    "telnet",
    "docker",
    "podman",
    "nerdctl",
    "kubectl",
    "oc",
    "lxc",
    "incus",
    "limactl",
    "multipass",
    "vagrant",
    "devcontainer",
    "distrobox",
    "toolbox",
    "flatpak-spawn",
    "machinectl",
    "tmux",
    "screen",
    "zellij",
    "dtach",
];

/// What runs programs written for it, the CLIs among them.
pub const RUNTIMES: [&str; 6] = [
    "node",
    "nodejs",
    "MainThread",
    "node-MainThread",
    "bun",
    "bunx",
];

/// What runs such programs, too, and no CLI was seen in.
pub const OTHER_RUNTIMES: [&str; 2] = ["deno", "electron"];

/// Scripts of a runtime that start another program.
pub const RUNNERS: [&str; 8] = [
    "npx", "npm", "npx-cli", "npm-cli", "pnpm", "pnpx", "yarn", "corepack",
];

/// What starts another program, and is nothing by itself.
pub const THROUGH: [&str; 25] = [
    "npx",
    "npm",
    "pnpm",
    "yarn",
    "corepack",
    "sudo",
    "doas",
    "su",
    "env",
    "script",
    "expect",
    "unbuffer",
    "timeout",
    "time",
    "nice",
    "ionice",
    "nohup",
    "setsid",
    "unshare",
    "nsenter",
    "bwrap",
    "firejail",
    "systemd-run",
    "strace",
    "direnv",
];

/// What runs programs that are texts.
pub const INTERPRETERS: [&str; 3] = ["python", "perl", "ruby"];

/// What hosts a program when it is told to, and shows screens of its own otherwise.
pub const SHOWS_AND_HOSTS: [&str; 2] = ["shadow", "asciinema"];

/// The commands by which these host a program. The command line's own test walks all commands of `shadow`.
pub const HOSTING: [&[&str]; 9] = [
    &["run"],
    &["record"],
    &["keep"],
    &["lab", "try"],
    &["lab", "try-session"],
    &["lab", "bridge"],
    &["rec"],
    &["stream"],
    &["session"],
];

/// One file that is many programs: which one tells the name by which it goes.
pub const MANY_IN_ONE: [&str; 3] = ["busybox", "toybox", "coreutils"];
