// The session with the server. A token, or a code that works once, came in the address behind # (so that it is in no log) or
// from the form; it stays in this page's memory, is kept nowhere, and is never sent. The server proves first that it knows it.

import { hex, hmac } from "/page/hmac.js";

const KEPT = "shadow-session";

// What may be proven to this page: tokens, and a code. Of a code the page derives a token that no other page has.
let keys = taken();
let session = keys.some((key) => !key.once) ? null : sessionStorage.getItem(KEPT);
let beginning = null;

/** What the address holds, taken out of it at once. */
function taken() {
  const given = new URLSearchParams(location.hash.slice(1));
  const [token, code] = [given.get("token"), given.get("code")];
  if (token || code) history.replaceState(null, "", location.pathname);
  if (token) return [{ secret: token, once: false }];
  return code ? [{ secret: code, once: true }] : [];
}

export const hasToken = () => Boolean(keys.length || session);

/** Takes a token; null forgets everything. */
export function setToken(given) {
  keys = given ? [{ secret: given, once: false }] : [];
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
  for (let again = keys.length > 0; ; again = false) {
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
  if (!keys.length) throw new Refused();
  const known = keys;
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
  const answer = await fetch(`/page/session/${nonce}`, { headers: { "Shadow-Page": location.origin } });
  if (!answer.ok) throw new Error(`no session: ${answer.status}`);
  const { challenge, proofs } = await answer.json();
  const code = (key, purpose) => hmac(key.secret, `shadow ${purpose}\n${location.origin}\n${nonce}\n${challenge}`);
  let key = known.find((it) => proofs.includes(code(it, "server")));
  if (!key) throw new Refused(known.some((it) => it.once) ? "the address was used already: it works once" : "");
  if (key.once) {
    key = { secret: code(key, "page"), once: false };
    // The code stays beside it until the server has answered: a request may be lost.
    keys = [key, ...known];
  }
  session = `${nonce}.${challenge}.${code(key, "session")}.${location.origin}`;
  sessionStorage.setItem(KEPT, session);
  return session;
}
