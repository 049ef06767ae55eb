//! Every route of the API: what it takes, what it gives, how it can fail. The document is made of this table.

/// What an answer holds.
#[derive(Debug, Clone, Copy)]
pub enum Content {
    /// JSON of this schema.
    Json(&'static str),
    /// Text of this type.
    Text(&'static str),
}

/// One route.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
    pub id: &'static str,
    pub summary: &'static str,
    pub description: &'static str,
    /// Schema of the body.
    pub body: Option<&'static str>,
    pub answer: Content,
    /// Statuses of problems beside those that any request can meet.
    pub problems: &'static [u16],
    /// It can be asked for without the token.
    pub public: bool,
}

const GET: Route = Route {
    method: "get",
    path: "",
    id: "",
    summary: "",
    description: "",
    body: None,
    answer: Content::Json("PaneList"),
    problems: &[404],
    public: false,
};

const POST: Route = Route {
    method: "post",
    answer: Content::Json("Told"),
    problems: &[400, 404, 409, 410, 413, 415, 423, 503],
    ..GET
};

/// What every guarded act says of itself.
const GUARDED: &str = "One act runs in a pane at a time; the request waits for an act of another process. 409 means that the \
                       act was refused or failed: `report` has the step and the reasons. The act goes on if the client disconnects.";

/// What asking says of itself.
const ASKED: &str = "`result` is `ended` (with the turn's record), `blocked` (a dialog waits: answer it with choose, then \
                     wait) or `running` (the time ran out: wait goes on). A prompt that is not sent is a problem, as for send.";

/// All of them.
pub const ROUTES: [Route; 16] = [
    Route {
        path: "/api/v1/panes",
        id: "listPanes",
        summary: "Every pane that holds an agent, on this machine and on those of --host",
        description: "Panes that need a person come first, those that wait longest at the top.",
        problems: &[],
        ..GET
    },
    Route {
        path: "/api/v1/panes/{pane}",
        id: "getPane",
        summary: "One pane, with its whole payload",
        answer: Content::Json("PaneDetail"),
        ..GET
    },
    Route {
        path: "/api/v1/panes/{pane}/screen",
        id: "getScreen",
        summary: "Its screen for drawing, with zones and witnesses",
        description: "Texts are as on the screen: escape them. The screen of a pane of another machine is not drawn (409); `getPane` has its text.",
        answer: Content::Json("ScreenView"),
        problems: &[404, 409],
        ..GET
    },
    Route {
        path: "/api/v1/panes/{pane}/picture.svg",
        id: "getPicture",
        summary: "Its screen as a picture, with tinted zones, boxed witnesses and the verdict",
        answer: Content::Text("image/svg+xml"),
        problems: &[404, 409],
        ..GET
    },
    Route {
        path: "/api/v1/panes/{pane}/explain",
        id: "explainPane",
        summary: "The reasons for the verdict",
        answer: Content::Json("Explanation"),
        problems: &[404, 409],
        ..GET
    },
    Route {
        path: "/api/v1/panes/{pane}/turns",
        id: "listTurns",
        summary: "Its turns that have ended since the start of the server",
        description: "At most the last hundred. `shadow watch --log` keeps all of them.",
        answer: Content::Json("TurnList"),
        ..GET
    },
    Route {
        path: "/api/v1/panes/{pane}/timeline",
        id: "getTimeline",
        summary: "Its history: dialogs, turns and anomalies over time",
        answer: Content::Json("Timeline"),
        ..GET
    },
    Route {
        path: "/api/v1/panes/{pane}/send",
        id: "send",
        summary: "Send a prompt, if it is safe to type",
        description: GUARDED,
        body: Some("SendRequest"),
        ..POST
    },
    Route {
        path: "/api/v1/panes/{pane}/ask",
        id: "ask",
        summary: "Send a prompt, and wait for what comes of it: the answer, or a dialog",
        description: ASKED,
        body: Some("AskRequest"),
        answer: Content::Json("Asked"),
        ..POST
    },
    Route {
        path: "/api/v1/panes/{pane}/wait",
        id: "wait",
        summary: "Wait for what comes of a turn, as after an answer to its dialog",
        description: "It answers as ask does. A dialog that was answered through this server a moment ago is not waited for \
                      again.",
        body: Some("WaitRequest"),
        answer: Content::Json("Asked"),
        problems: &[400, 404, 409, 410, 413, 415],
        ..POST
    },
    Route {
        path: "/api/v1/panes/{pane}/choose",
        id: "choose",
        summary: "Answer a dialog, if it is still the dialog that was read",
        description: GUARDED,
        body: Some("ChooseRequest"),
        ..POST
    },
    Route {
        path: "/api/v1/panes/{pane}/interrupt",
        id: "interrupt",
        summary: "Interrupt the running turn",
        description: GUARDED,
        body: Some("InterruptRequest"),
        ..POST
    },
    Route {
        path: "/api/v1/events",
        id: "streamEvents",
        summary: "Events as they happen, as server-sent events",
        description: "Each event of a pane comes once, with an id and its name; its data is an `Event`. A reader that \
                      reconnects with `Last-Event-ID` gets the events since then. If some are no longer kept, an event \
                      `gap` gives their number {`lost`: null if the id is from another run of the server}. `hello` gives \
                      the place where a new reader begins. With states=true, these events come without ids: `pane` (the \
                      latest `PaneSummary`, whenever a pane changes), `gone` {`key`}, `machines` {`machines`: as in the \
                      list} and `note` {`note`}. An event of a pane of another machine has `host`, and `life`: `turn` and \
                      `seq` are counted within one.",
        answer: Content::Text("text/event-stream"),
        problems: &[400, 404, 409, 429],
        ..GET
    },
    Route {
        path: "/metrics",
        id: "metrics",
        summary: "Counters and gauges in Prometheus' text format",
        answer: Content::Text("text/plain"),
        problems: &[],
        ..GET
    },
    Route {
        path: "/healthz",
        id: "health",
        summary: "`ok`, if the server answers",
        answer: Content::Text("text/plain"),
        problems: &[],
        public: true,
        ..GET
    },
    Route {
        path: "/openapi.json",
        id: "document",
        summary: "This document",
        answer: Content::Json("Document"),
        problems: &[],
        public: true,
        ..GET
    },
];
