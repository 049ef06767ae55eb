//! Other machines over a real ssh: a server of the test's own on a loopback port, with keys of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::json;

use crate::acted::shows;
use crate::hosts::{Watch, kill_relays, killed_in_mid_act, name, run};
use crate::machines::Machines;
use crate::network::{Place, free_port};
use crate::private_tmux::PrivateTmux;
use crate::relaying::state;
use crate::waited::{PROMPT, Then, answering};

/// The programs, where they are installed.
fn installed(name: &str) -> Option<PathBuf> {
    let folders = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];
    let paths = folders.map(|folder| Path::new(folder).join(name));
    paths.into_iter().find(|path| path.exists())
}

/// A server of ssh, and how it is started again.
pub struct Sshd {
    program: PathBuf,
    settings: PathBuf,
    place: Place,
    child: Child,
}

impl Sshd {
    /// Starts a server that leads to the server of tmux of the test, and makes `ssh devbox` lead to it. None, with a message,
    /// where ssh is not installed.
    fn start(machines: &Machines, tmux: &PrivateTmux) -> Option<Self> {
        Self::at(machines, tmux, Place::here())
    }

    /// Starts such a one at a place.
    pub fn at(machines: &Machines, tmux: &PrivateTmux, place: Place) -> Option<Self> {
        let programs = ["sshd", "ssh", "ssh-keygen"].map(installed);
        let [Some(program), Some(ssh), Some(keygen)] = programs else {
            eprintln!("skipped: OpenSSH (sshd, ssh, ssh-keygen) is not installed");
            return None;
        };
        // As root, sshd wants this folder; a package makes it when the service starts.
        let _ = fs::create_dir("/run/sshd");
        let port = free_port();
        let address = place.address.clone();
        let path = |name: &str| machines.path(name).display().to_string();
        for key in ["server", "client"] {
            let mut made = Command::new(&keygen);
            made.args(["-q", "-t", "ed25519", "-N", "", "-f", &path(key)]);
            assert!(made.status().expect("ssh-keygen runs").success());
        }
        let settings = format!(
            "ListenAddress {address}\nPort {port}\nHostKey {}\nAuthorizedKeysFile {}\nStrictModes no\nUsePAM no\nPidFile none\n\
             PermitRootLogin prohibit-password\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n\
             SetEnv HOME={} PATH={}:/usr/local/bin:/usr/bin:/bin TMUX={},1,0 TMUX_TMPDIR={} XDG_STATE_HOME={}\n",
            path("server"),
            path("client.pub"),
            path("empty"),
            path("there"),
            tmux.socket().display(),
            tmux.folder().display(),
            state(tmux).display(),
        );
        fs::write(path("sshd_config"), settings).expect("settings");
        let client = format!(
            "Host devbox\nHostName {address}\nPort {port}\nIdentityFile {}\nIdentitiesOnly yes\nUserKnownHostsFile {}\n\
             StrictHostKeyChecking accept-new\n",
            path("client"),
            path("known_hosts"),
        );
        fs::write(path("ssh_config"), client).expect("settings");
        let script = format!(
            "#!/bin/sh\nexec {} -F '{}' \"$@\"\n",
            ssh.display(),
            path("ssh_config")
        );
        machines.ssh(&script);
        let settings = machines.path("sshd_config");
        let child = serve(&program, &settings, (&place, port));
        Some(Self {
            program,
            settings,
            place,
            child,
        })
    }

    /// Ends the server as a machine that fails does.
    fn stop(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("it ends");
    }

    fn start_again(&mut self) {
        let text = fs::read_to_string(&self.settings).expect("settings");
        let port = text.lines().find_map(|line| line.strip_prefix("Port "));
        let port = port.expect("a port").parse().expect("a number");
        self.child = serve(&self.program, &self.settings, (&self.place, port));
    }
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a server and waits until it listens.
fn serve(program: &Path, settings: &Path, (place, port): (&Place, u16)) -> Child {
    let mut sshd = Command::new(program);
    sshd.arg("-D").arg("-f").arg(settings);
    let mut sshd = place.run(&sshd);
    sshd.stdin(Stdio::null()).stderr(Stdio::null());
    let child = sshd.spawn().expect("sshd starts");
    place.listens("a server of ssh", port);
    child
}

#[test]
fn a_prompt_an_event_and_a_server_that_comes_back_over_ssh() {
    let Some(tmux) = answering("sshd-watch", Then::Answers) else {
        return;
    };
    let machines = Machines::of(&tmux);
    let Some(mut sshd) = Sshd::start(&machines, &tmux) else {
        return;
    };
    let name = name(&machines, &tmux);
    let socket = tmux.socket().display().to_string();
    let watch = Watch::start(&machines, &["--host", "devbox"]);
    watch.event(|it| it["socket"] == socket && it["business_state"] == "idle");
    sshd.stop();
    kill_relays(&tmux);
    watch.note("unknown until it answers again");
    watch.event(|it| it["socket"] == socket && it["business_state"] == "unknown");
    let listed = run(&machines, &["panes", "--host", "devbox", "--json"]);
    assert_eq!(listed.code, 4, "{}", listed.stderr);
    let lines = listed.json();
    let away = lines.iter().find(|line| line["id"] == "devbox");
    let why = away.expect("a line")["error"].to_string();
    assert!(why.contains("Connection refused"), "{why}");
    sshd.start_again();
    watch.note("devbox is there again");
    watch.event(|it| it["socket"] == socket && it["business_state"] == "idle");
    let sent = run(&machines, &["send", &name, PROMPT]);
    assert_eq!(sent.code, 0, "{}", sent.stderr);
    assert_eq!(sent.json()[0]["turn"], 1);
    let ended = watch.event(|it| it["socket"] == socket && it["event"] == "turn_ended");
    assert_eq!(
        (&ended["outcome"], &ended["socket"]),
        (&json!("success"), &json!(socket))
    );
    let audit = fs::read_to_string(state(&tmux).join("shadow/acts.ndjson")).expect("a list");
    assert!(audit.contains("\"from\":\"127.0.0.1\""), "{audit}");
}

#[test]
fn an_answer_and_a_relay_killed_in_mid_act_over_ssh() {
    let Some(tmux) = PrivateTmux::start("sshd-killed", "exec sleep 600") else {
        return;
    };
    let machines = Machines::of(&tmux);
    let Some(_sshd) = Sshd::start(&machines, &tmux) else {
        return;
    };
    let session = "claude/2.1.330/questions-120x40";
    let stands = shows(session, "question").then(1, "question");
    stands.play(&tmux, "work");
    let name = name(&machines, &tmux);
    let blocked = run(
        &machines,
        &["wait", &name, "--until", "blocked", "--timeout", "60"],
    );
    assert_eq!(blocked.code, 0, "{}", blocked.stderr);
    let signature = blocked.json()[0]["operator_block"]["signature"].clone();
    let signature = signature.as_str().expect("a dialog").to_owned();
    let ended = killed_in_mid_act(&machines, &tmux, &name, &signature);
    assert_eq!(ended.json()[0]["outcome"], "uncertain", "{}", ended.stdout);
    // Another dialog is answered to its end.
    let answered = shows(session, "question").then(1, "question-answered");
    answered.play(&tmux, "other");
    let name = name.replace("%1", "%2");
    let choose = ["choose", &name, "--option", "1", "--signature", &signature];
    let told = run(&machines, &choose);
    assert_eq!(
        (told.code, &told.json()[0]["outcome"]),
        (0, &json!("done")),
        "{}",
        told.stderr
    );
}
