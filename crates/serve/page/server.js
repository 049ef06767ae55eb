// Asking the server, in a session with it.

import { Refused, ask, forget } from "/page/session.js";

/** Gets a path as JSON. Null where there is no such pane (any more). */
export async function get(path) {
  const answer = await ask(path);
  return answer.ok ? answer.json() : null;
}

/** Gets a path as a file. */
export async function file(path) {
  const answer = await ask(path);
  return answer.ok ? answer.blob() : null;
}

/** Asks for an act; its report, or the problem, comes back. */
export async function act(key, name, body) {
  const path = `/api/v1/panes/${encodeURIComponent(key)}/${name}`;
  const answer = await ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { done: answer.ok, answer: await answer.json() };
}

/** Follows the stream for ever: `heard(name, data)` for each frame, `linked(true|false)` as it comes and goes. */
export async function follow(heard, linked) {
  let last = null;
  for (;;) {
    try {
      await read((frame) => {
        last = frame.id ?? last;
        heard(frame.event, JSON.parse(frame.data));
      }, last, linked);
    } catch (error) {
      linked(false);
      if (error instanceof Refused) throw error;
    }
    linked(false);
    forget();
    await new Promise((go) => setTimeout(go, 1000));
  }
}

async function read(take, last, linked) {
  const headers = last ? { "Last-Event-ID": last } : {};
  const answer = await ask("/api/v1/events?states=true", { headers });
  if (!answer.ok) return;
  linked(true);
  const text = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await text.read();
    if (done) return;
    const frames = (rest + value).split("\n\n");
    rest = frames.pop();
    frames.map(parsed).filter((frame) => frame.event).forEach(take);
  }
}

/** A frame of the stream: id, event and data, one line each. */
function parsed(text) {
  const frame = {};
  for (const line of text.split("\n")) {
    const at = line.indexOf(": ");
    if (at > 0) frame[line.slice(0, at)] = line.slice(at + 2);
  }
  return frame;
}
