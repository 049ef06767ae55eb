//! A site over panes that show captures of the corpus, and someone who acts as told.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use shadow_act::{ActOutcome, Proof, Reason, ReasonCode, Report, Stage, Told};
use shadow_serve::{
    Act, ActFault, Acts, Asked, Board, Found, Hosts, Keys, Leave, PaneKey, PaneLook, Site, Token,
};
use shadow_tmux::{Pane, PaneId};
use shadow_tui::contract::Payload;
use shadow_tui::event::Stamp;
use shadow_tui::{Channels, ProviderChoice, Session, Snapshot};

/// Captures, one for each pane from `%1` on.
pub const CAPTURES: [&str; 6] = [
    "claude/2.1.330/approvals-120x40/approval-edit.ansi",
    "codex/0.142.5/retry-120x40/retrying-server.ansi",
    "claude/2.1.245/drafts-120x40/draft-numbered-menu.ansi",
    "claude/2.1.330/basic-120x40/idle-fresh.ansi",
    "codex/0.169.0/approval-command-120x40/approved.ansi",
    "claude/1.0.109/basic-120x40/draft.ansi",
];

/// The token of every site.
pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// The address under which every site is known.
pub const HOST: &str = "127.0.0.1:7420";

/// Who acts: says what it was asked for, and ends as told.
#[derive(Default)]
pub struct Actor {
    /// What was asked for.
    pub asked: Mutex<Vec<Asked>>,
    /// How acts end; nothing for a fault.
    pub outcome: Mutex<Option<ActOutcome>>,
    /// Acts last until this is taken back.
    pub holds: AtomicBool,
    /// What a pane looks like whose words are not known here; nothing where its machine does not answer.
    pub words: Mutex<Option<Payload>>,
}

impl Acts for Actor {
    fn look(&self, _: &PaneKey) -> Result<Payload, ActFault> {
        let words = self.words.lock().expect("no panic").clone();
        words.ok_or_else(|| ActFault {
            gone: false,
            message: "devbox does not answer".to_owned(),
        })
    }

    fn act(&self, asked: &Asked) -> Result<Told, ActFault> {
        self.asked.lock().expect("no panic").push(asked.clone());
        while self.holds.load(Ordering::SeqCst) {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let outcome = *self.outcome.lock().expect("no panic");
        let message = "as the test wants it".to_owned();
        let outcome = outcome.ok_or(ActFault {
            gone: true,
            message: message.clone(),
        })?;
        let reason = Reason {
            code: ReasonCode::OtherDialog,
            message,
        };
        let report = Report {
            outcome,
            step: Stage::Press,
            reasons: if outcome == ActOutcome::Done {
                vec![]
            } else {
                vec![reason]
            },
            draft: None,
            evidence: match asked.act {
                Act::Choose(_) => vec![Proof::DialogGone],
                _ => vec![],
            },
            spaced: None,
            presses: 1,
            signature: None,
        };
        let name = match asked.act {
            Act::Send { .. } => "send",
            Act::Choose(_) => "choose",
            Act::Interrupt { .. } => "interrupt",
        };
        Ok(Told::new(name, asked.key.pane.to_string(), report))
    }

    /// Panes are `work:0.N`, too; `work:` may be any of them.
    fn find(&self, name: &str) -> Found {
        if name == "work:" {
            return Found::Several("work: may be any of them".to_owned());
        }
        let number = name.strip_prefix("work:0.").and_then(|it| it.parse().ok());
        number.map_or(Found::Nothing, |number| Found::Pane(key(number)))
    }
}

/// A site and what is behind it.
pub struct Setting {
    pub board: Arc<Board>,
    pub actor: Arc<Actor>,
    pub site: Arc<Site>,
    /// What agents may do.
    pub leave: Leave,
}

/// A site over the captures, at which agents look only.
pub fn setting() -> Setting {
    setting_with(Leave::default())
}

/// A site over the captures.
pub fn setting_with(leave: Leave) -> Setting {
    let board = Arc::new(Board::new(shadow_tui::stack(), "run".to_owned()));
    for (index, capture) in CAPTURES.iter().enumerate() {
        show(&board, &key(index + 1), capture, 1000.0);
    }
    let actor = Arc::new(Actor::default());
    *actor.outcome.lock().expect("no panic") = Some(ActOutcome::Done);
    let token = Token::parse(TOKEN).expect("a token");
    let hosts = Hosts::new(HOST.parse().expect("an address"), []);
    let acts: Arc<dyn Acts> = Arc::clone(&actor) as Arc<dyn Acts>;
    let keys = Keys::new(token);
    let site = Site::new(Arc::clone(&board), acts, keys, hosts, leave.clone());
    Setting {
        board,
        actor,
        site,
        leave,
    }
}

/// A pane's key.
pub fn key(number: usize) -> PaneKey {
    PaneKey {
        host: None,
        socket: "/tmp/tmux-private/default".into(),
        pane: format!("%{number}").parse().expect("an id"),
    }
}

/// A pane shows a capture, and its session tells what happens.
pub fn show(board: &Board, key: &PaneKey, capture: &str, at: f64) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/corpus");
    let text =
        shadow_fixtures::read_capture(&corpus.join(capture)).expect("a capture of the corpus");
    show_text(board, key, text, at);
}

/// A pane shows a text.
pub fn show_text(board: &Board, key: &PaneKey, text: Vec<u8>, at: f64) {
    Followed::new(key).shows_text(board, text, 0.0, at);
}

/// A pane of another machine.
pub fn key_there(number: usize) -> PaneKey {
    PaneKey {
        host: Some("devbox".to_owned()),
        ..key(number)
    }
}

/// A pane of another machine shows a capture.
pub fn show_there(board: &Board, key: &PaneKey, capture: &str) {
    board.see(key.clone(), look_there(key, capture), 1000.0);
}

/// How such a pane looks.
pub fn look_there(key: &PaneKey, capture: &str) -> PaneLook {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/corpus");
    let text = shadow_fixtures::read_capture(&corpus.join(capture)).expect("a capture");
    let snapshot = Snapshot {
        text,
        channels: Channels::default(),
    };
    PaneLook {
        pane: pane(key.pane),
        payload: shadow_tui::stack().parse(ProviderChoice::Auto, &snapshot),
        snapshot: None,
        brief: false,
        there: Some(format!("devbox/default/{}", key.pane)),
        life: Some("0123".to_owned()),
    }
}

/// A pane that is followed: its session knows what came before.
pub struct Followed {
    key: PaneKey,
    session: Session,
    stamp: Stamp,
    /// The run of a relay that counts its turns.
    pub life: Option<String>,
}

impl Followed {
    pub fn new(key: &PaneKey) -> Self {
        let stamp = Stamp::pane(key.pane.to_string(), 1000.0);
        Self {
            key: key.clone(),
            session: Session::default(),
            life: None,
            stamp: stamp.on(key.socket.display().to_string()),
        }
    }

    /// It shows a capture at some seconds, and a second later still.
    pub fn shows(&mut self, board: &Board, capture: &str, now: f64) {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/corpus");
        let text = shadow_fixtures::read_capture(&corpus.join(capture)).expect("a capture");
        self.shows_text(board, text.clone(), now, 1000.0 + now);
        self.shows_text(board, text, now + 1.0, 1001.0 + now);
    }

    fn shows_text(&mut self, board: &Board, text: Vec<u8>, now: f64, at: f64) {
        let Self {
            key,
            session,
            stamp,
            life,
        } = self;
        look(
            board,
            (key, life.clone()),
            (session, stamp),
            text,
            (now, at),
        );
    }
}

fn look(
    board: &Board,
    (key, life): (&PaneKey, Option<String>),
    (session, stamp): (&mut Session, &mut Stamp),
    text: Vec<u8>,
    (now, at): (f64, f64),
) {
    let channels = Channels {
        cols: Some(120),
        rows: Some(40),
        ..Channels::default()
    };
    let snapshot = Snapshot { text, channels };
    let looked = session.look(&shadow_tui::stack(), ProviderChoice::Auto, &snapshot, now);
    let mut payload = looked.payload;
    payload.lifecycle = Some(session.lifecycle());
    let pane = pane(key.pane);
    board.see(
        key.clone(),
        PaneLook {
            pane,
            snapshot: Some(snapshot),
            payload,
            brief: false,
            there: None,
            life,
        },
        at,
    );
    for happening in looked.events {
        board.tell(&stamp.event(happening));
    }
}

fn pane(id: PaneId) -> Pane {
    Pane {
        tty: String::new(),
        foreground: shadow_tui::Foreground::default(),
        id,
        session: "work".to_owned(),
        session_id: "$0".to_owned(),
        window: 0,
        index: 0,
        pid: 1,
        command: "node".to_owned(),
        title: Some("a title".to_owned()),
        cols: 120,
        rows: 40,
        cursor: [2, 37],
        cursor_visible: true,
        alternate: false,
        dead: false,
        in_mode: false,
        synchronized: false,
        input_off: false,
        shows: None,
    }
}
