//! Neutral tool calls in the form that a Codex version offers.
//!
//! The shell was `shell` with an argument list (0.20), the hosted `local_shell`,
//! `shell_command` with one string, and `exec_command`; a patch was a freeform
//! tool, a function, or a heredoc in the shell.

use serde_json::{Value, json};

use super::call::{Call, Form};
use super::claude_tools::conform;
use super::request::Offered;
use super::tool::{Agent, Question, Shell, TodoItem, Tool};

/// The call in a form among the offered tools; none if there is no such form.
pub fn call(tool: &Tool, offered: &[Offered]) -> Option<Call> {
    match tool {
        Tool::Shell(command) => shell(command, offered),
        Tool::Read { path } => shell(&line(format!("cat {path}")), offered),
        Tool::Write { path, content } => patch(&add_file(path, content), offered),
        Tool::Edit { path, old, new } => patch(&update_file(path, old, new), offered),
        Tool::Ask { questions } => named(&["request_user_input"], ask_input(questions), offered),
        Tool::Todo { items } => named(&["update_plan"], todo_input(items), offered),
        Tool::Agent(agent) => named(&["spawn_agent"], agent_input(agent), offered)
            .or_else(|| deferred("multi_agent_v1", "spawn_agent", agent_brief(agent), offered)),
        Tool::Mcp {
            server,
            tool,
            input,
        } => mcp(server, tool, input, offered),
        Tool::Raw { name, input } => raw(name, input, offered),
        Tool::Plan { .. } | Tool::Fetch { .. } => None,
    }
}

fn line(command: String) -> Shell {
    Shell {
        command,
        ..Shell::default()
    }
}

fn find<'a>(name: &str, offered: &'a [Offered]) -> Option<&'a Offered> {
    offered.iter().find(|o| o.name == name)
}

fn named(names: &[&str], input: Value, offered: &[Offered]) -> Option<Call> {
    let tool = names.iter().find_map(|name| find(name, offered))?;
    Some(function(tool, input))
}

fn function(tool: &Offered, input: Value) -> Call {
    Call {
        name: tool.name.clone(),
        form: Form::Function,
        input: conform(input, &tool.schema),
        namespace: tool.namespace.clone(),
    }
}

fn shell(shell: &Shell, offered: &[Offered]) -> Option<Call> {
    if let Some(tool) = find("exec_command", offered) {
        return Some(function(tool, exec_input(shell)));
    }
    if let Some(tool) = find("shell_command", offered) {
        return Some(function(
            tool,
            with_limits(shell, shell.command.as_str().into()),
        ));
    }
    let words = json!(["bash", "-lc", shell.command]);
    if let Some(tool) = find("shell", offered) {
        return Some(function(tool, with_limits(shell, words)));
    }
    find("local_shell", offered).map(|_| local_shell(shell, words))
}

fn exec_input(shell: &Shell) -> Value {
    let mut input = with_limits(shell, Value::Null);
    input["cmd"] = shell.command.as_str().into();
    let seconds = shell.yield_after.or(shell.timeout.map(|s| s as f64));
    if let Some(seconds) = seconds {
        input["yield_time_ms"] = ((seconds * 1000.0) as u64).into();
    }
    input
}

/// The fields the shells share: the union of what the versions know.
fn with_limits(shell: &Shell, command: Value) -> Value {
    let mut input = json!({ "command": command });
    if let Some(seconds) = shell.timeout {
        input["timeout_ms"] = (seconds * 1000).into();
        input["timeout"] = (seconds * 1000).into();
    }
    if shell.escalated {
        input["with_escalated_permissions"] = true.into();
        input["sandbox_permissions"] = "require_escalated".into();
        input["justification"] = shell.description.as_str().into();
    }
    input
}

fn local_shell(shell: &Shell, words: Value) -> Call {
    Call {
        name: String::new(),
        form: Form::LocalShell,
        input: json!({
            "type": "exec", "command": words, "env": {},
            "timeout_ms": shell.timeout.map(|s| s * 1000),
        }),
        namespace: None,
    }
}

fn add_file(path: &str, content: &str) -> String {
    let body: String = content.lines().map(|line| format!("+{line}\n")).collect();
    format!("*** Begin Patch\n*** Add File: {path}\n{body}*** End Patch")
}

fn update_file(path: &str, old: &str, new: &str) -> String {
    let old: String = old.lines().map(|line| format!("-{line}\n")).collect();
    let new: String = new.lines().map(|line| format!("+{line}\n")).collect();
    format!("*** Begin Patch\n*** Update File: {path}\n@@\n{old}{new}*** End Patch")
}

fn patch(patch: &str, offered: &[Offered]) -> Option<Call> {
    let Some(tool) = find("apply_patch", offered) else {
        return patch_in_shell(patch, offered);
    };
    if tool.kind == "custom" {
        return Some(Call {
            form: Form::Custom,
            input: patch.into(),
            ..function(tool, Value::Null)
        });
    }
    Some(function(tool, json!({ "input": patch })))
}

fn patch_in_shell(patch: &str, offered: &[Offered]) -> Option<Call> {
    let by_list =
        find("exec_command", offered).is_none() && find("shell_command", offered).is_none();
    if let (true, Some(tool)) = (by_list, find("shell", offered)) {
        return Some(function(tool, json!({ "command": ["apply_patch", patch] })));
    }
    shell(
        &line(format!("apply_patch <<'EOF'\n{patch}\nEOF\n")),
        offered,
    )
}

fn ask_input(questions: &[Question]) -> Value {
    let questions: Vec<Value> = questions
        .iter()
        .enumerate()
        .map(|(index, q)| {
            json!({
                "id": format!("question_{}", index + 1),
                "header": q.header, "question": q.question, "options": q.options,
            })
        })
        .collect();
    json!({ "questions": questions })
}

fn todo_input(items: &[TodoItem]) -> Value {
    let plan: Vec<Value> = items
        .iter()
        .map(|item| json!({"step": item.text, "status": item.status}))
        .collect();
    json!({"explanation": "Working through the list.", "plan": plan})
}

/// The arguments that every version with deferred tools takes.
fn agent_brief(agent: &Agent) -> Value {
    json!({ "message": agent.prompt })
}

fn agent_input(agent: &Agent) -> Value {
    let task_name = agent.description.to_lowercase().replace(' ', "_");
    json!({
        "message": agent.prompt, "task_name": task_name,
        "agent_type": agent.kind.as_deref().unwrap_or("default"),
    })
}

fn mcp(server: &str, tool: &str, input: &Value, offered: &[Offered]) -> Option<Call> {
    let is_it = |o: &&Offered| {
        let in_namespace = o.namespace.as_deref().is_some_and(|n| n.contains(server));
        (in_namespace && o.name == tool)
            || (o.name.contains(server) && o.name.ends_with(&format!("__{tool}")))
    };
    let listed = offered.iter().find(is_it);
    listed.map_or_else(
        || deferred(&format!("mcp__{server}"), tool, input.clone(), offered),
        |o| Some(function(o, input.clone())),
    )
}

/// A tool that is not listed because the version lets the model search for it
/// first (`tool_search`, seen in 0.142.5): it can be called all the same.
fn deferred(namespace: &str, name: &str, input: Value, offered: &[Offered]) -> Option<Call> {
    find("tool_search", offered)?;
    Some(Call {
        name: name.to_owned(),
        form: Form::Function,
        input,
        namespace: Some(namespace.to_owned()),
    })
}

fn raw(name: &str, input: &Value, offered: &[Offered]) -> Option<Call> {
    let tool = find(name, offered)?;
    let form = if tool.kind == "custom" {
        Form::Custom
    } else {
        Form::Function
    };
    Some(Call {
        name: tool.name.clone(),
        form,
        input: input.clone(),
        namespace: tool.namespace.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(kind: &str, name: &str) -> Vec<Offered> {
        vec![Offered {
            name: name.to_owned(),
            kind: kind.to_owned(),
            ..Offered::default()
        }]
    }

    fn ls() -> Tool {
        Tool::Shell(line("ls".to_owned()))
    }

    #[test]
    fn the_shell_takes_the_offered_form() {
        let list = call(&ls(), &offer("function", "shell")).expect("shell");
        assert_eq!(list.input["command"], json!(["bash", "-lc", "ls"]));
        let one = call(&ls(), &offer("function", "shell_command")).expect("shell_command");
        assert_eq!(one.input["command"], "ls");
        let exec = call(&ls(), &offer("function", "exec_command")).expect("exec_command");
        assert_eq!(exec.input["cmd"], "ls");
        let hosted = call(&ls(), &offer("local_shell", "local_shell")).expect("local_shell");
        assert_eq!(hosted.form, Form::LocalShell);
        assert_eq!(call(&ls(), &[]), None);
    }

    #[test]
    fn a_patch_takes_the_offered_form() {
        let write = Tool::Write {
            path: "/home/user/a.txt".to_owned(),
            content: "x\ny".to_owned(),
        };
        let custom = call(&write, &offer("custom", "apply_patch")).expect("custom");
        assert_eq!(custom.form, Form::Custom);
        let text = custom.input.as_str().expect("text");
        assert!(text.contains("*** Add File: /home/user/a.txt\n+x\n+y\n"));
        let listed = call(&write, &offer("function", "shell")).expect("shell");
        assert_eq!(listed.input["command"][0], "apply_patch");
        let heredoc = call(&write, &offer("function", "exec_command")).expect("heredoc");
        let cmd = heredoc.input["cmd"].as_str().expect("cmd");
        assert!(cmd.starts_with("apply_patch <<'EOF'\n*** Begin Patch"));
    }

    #[test]
    fn an_mcp_tool_is_found_by_name_or_namespace() {
        let tool = Tool::Mcp {
            server: "notes".to_owned(),
            tool: "add".to_owned(),
            input: json!({"text": "x"}),
        };
        let flat = call(&tool, &offer("function", "mcp__notes__add")).expect("flat");
        assert_eq!(flat.name, "mcp__notes__add");
        let searched = call(&tool, &offer("tool_search", "tool_search")).expect("deferred");
        assert_eq!(searched.namespace.as_deref(), Some("mcp__notes"));
        let mut spaced = offer("function", "add");
        spaced[0].namespace = Some("mcp__notes".to_owned());
        let spaced = call(&tool, &spaced).expect("namespace");
        assert_eq!(spaced.namespace.as_deref(), Some("mcp__notes"));
    }
}
