//! What the server has seen and said up to one moment: the witness that scenarios
//! check. Only values; who changes them stands in `board`.

use std::collections::HashSet;

/// What the server has seen and said up to one moment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Snapshot {
    /// Requests of the turn itself: no side request, and not taken by a keyed reply.
    pub main_requests: usize,
    /// Requests taken by a reply with `match` (subagents, compaction).
    pub keyed_requests: usize,
    /// Requests beside the turn that no keyed reply took (titles and such).
    pub side_requests: usize,
    /// Main requests that found the queue empty and got the default answer.
    pub defaulted: usize,
    /// Main and keyed responses begun and not yet ended.
    pub in_flight: usize,
    /// Main and keyed responses that reached their proper end.
    pub completed: usize,
    /// Responses whose client went away before their end.
    pub aborted: usize,
    /// Responses that ended in an error or a dropped connection, as scripted.
    pub failed: usize,
    /// Gates that hold a stream open now, whose client is still there.
    pub open_gates: Vec<String>,
    /// Main replies still in the queue.
    pub queued: usize,
    /// Last user text of the newest main request.
    pub last_user_text: String,
    /// Names of the tools that the newest main request offered.
    pub tools_offered: Vec<String>,
    /// Tool calls sent, in order.
    pub tools_called: Vec<ToolCalled>,
    /// Tool results received, in order, each once.
    pub tool_results: Vec<ToolResult>,
    /// Neutral tools that could not be said in any form the request offered.
    pub unoffered: Vec<String>,
    /// Answer text of each main response, as far as it has been sent.
    pub said: Vec<String>,
    /// Path of every request, in order.
    pub paths: Vec<String>,
}

/// A tool call that was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCalled {
    /// Call id, as the result will name it.
    pub id: String,
    /// The CLI's own name of the tool.
    pub name: String,
}

/// A tool result that came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolResult {
    /// Call id.
    pub id: String,
    /// Its text.
    pub text: String,
}

impl Snapshot {
    /// Calls sent whose result has not come back: they run, or wait for approval.
    pub fn tools_pending(&self) -> usize {
        let done: HashSet<&str> = self.tool_results.iter().map(|r| r.id.as_str()).collect();
        let open = |call: &&ToolCalled| !done.contains(call.id.as_str());
        self.tools_called.iter().filter(open).count()
    }
}
