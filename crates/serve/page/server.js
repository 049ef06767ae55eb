// Asking the server: with the token, which came in the address behind # (so that it is in no log) or from the form.

const KEPT = "shadow-token";

let token = taken();

/** The token of the address, taken out of it at once, or the one that this tab was given before. */
function taken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, "", location.pathname);
  }
  return given ?? sessionStorage.getItem(KEPT);
}

export const hasToken = () => Boolean(token);

/** Takes a token; null forgets it. */
export function setToken(given) {
  token = given;
  if (given) sessionStorage.setItem(KEPT, given);
  else sessionStorage.removeItem(KEPT);
}

const headers = (more = {}) => ({ Authorization: `Bearer ${token}`, ...more });

/** The server refused the token. */
export class Refused extends Error {}

/** Gets a path as JSON. Null where there is no such pane (any more). */
export async function get(path) {
  const answer = await fetch(path, { headers: headers() });
  if (answer.status === 401) throw new Refused();
  return answer.ok ? answer.json() : null;
}

/** Gets a path as a file. */
export async function file(path) {
  const answer = await fetch(path, { headers: headers() });
  return answer.ok ? answer.blob() : null;
}

/** Asks for an act; its report, or the problem, comes back. */
export async function act(key, name, body) {
  const path = `/api/v1/panes/${encodeURIComponent(key)}/${name}`;
  const answer = await fetch(path, {
    method: "POST",
    headers: headers({ "Content-Type": "application/json" }),
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
    await new Promise((go) => setTimeout(go, 1000));
  }
}

async function read(take, last, linked) {
  const more = last ? { "Last-Event-ID": last } : {};
  const answer = await fetch("/api/v1/events?states=true", { headers: headers(more) });
  if (answer.status === 401) throw new Refused();
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
