// The session with the server. The token came in the address behind # (so that it is in no log) or from the form; it stays in
// this page's memory, is kept nowhere, and is never sent. The server proves first that it knows it.

import { hex, hmac } from "/page/hmac.js";

const KEPT = "shadow-session";

let token = taken();
let session = token ? null : sessionStorage.getItem(KEPT);
let beginning = null;

/** The token of the address, taken out of it at once. */
function taken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) history.replaceState(null, "", location.pathname);
  return given;
}

export const hasToken = () => Boolean(token || session);

/** Takes a token; null forgets it. */
export function setToken(given) {
  token = given;
  forget();
}

/** Whoever answers here may be another one by now: it has to prove itself anew. */
export function forget() {
  session = null;
  sessionStorage.removeItem(KEPT);
}

/** There is no token, the server does not take it, or whoever answers does not know it. */
export class Refused extends Error {}

/** Asks for a path in a session; begins one where there is none, or where it has ended with the server. */
export async function ask(path, options = {}) {
  for (let again = Boolean(token); ; again = false) {
    const used = session ?? (await begun());
    const headers = { ...options.headers, Authorization: `Session ${used}` };
    const answer = await fetch(path, { ...options, headers });
    if (answer.status !== 401) return answer;
    if (session === used) forget();
    if (!again) throw new Refused();
  }
}

/** One session for all that ask at once. */
function begun() {
  beginning ??= begin().finally(() => {
    beginning = null;
  });
  return beginning;
}

async function begin() {
  if (!token) throw new Refused();
  const known = token;
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  const answer = await fetch(`/page/session/${nonce}`, { headers: { "Shadow-Page": location.origin } });
  if (!answer.ok) throw new Error(`no session: ${answer.status}`);
  const { challenge, proofs } = await answer.json();
  const code = (purpose) => hmac(known, `shadow ${purpose}\n${location.origin}\n${nonce}\n${challenge}`);
  if (!proofs.includes(code("server"))) throw new Refused();
  session = `${nonce}.${challenge}.${code("session")}.${location.origin}`;
  sessionStorage.setItem(KEPT, session);
  return session;
}
