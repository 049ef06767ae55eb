// Acting on the selected pane: answering its dialog, sending, interrupting. The server does it through the same guards
// as the commands; a dialog's answer carries the signature that was read when its options were drawn.

import { byId, el, enable, put, refocus, said } from "/page/dom.js";
import { act } from "/page/server.js";
import { notSendable, question, words } from "/page/words.js";

let drawnDialog = null;
let opened = null;

/** Draws the dialog that waits, and says whether another one opened in this pane since it was last drawn. One that stands unchanged
 * is left as it is, so that a choice begun is not lost. */
export function dialog(pane, told) {
  const place = byId("dialog");
  const block = pane.operator_block;
  const drawn = block && `${pane.key} ${block.signature} ${block.appearance} ${pane.unseen?.missing}`;
  const before = opened;
  opened = { pane: pane.key, dialog: block && (block.appearance ?? block.signature) };
  if (drawn === drawnDialog && place.hidden === !block) return false;
  const held = place.contains(document.activeElement);
  place.hidden = !block;
  drawnDialog = drawn;
  if (block) fillDialog(place, pane, block, told);
  else put(place);
  if (held && block) place.querySelector("h2").focus({ preventScroll: true });
  else if (held) refocus();
  return Boolean(block && before?.pane === pane.key && before.dialog !== opened.dialog);
}

function fillDialog(place, pane, block, told) {
  const answer = el("button", { type: "submit", textContent: "answer", disabled: true });
  const unseen = (index) => (pane.unseen?.options.includes(index) ? pane.unseen.missing : null);
  const options = block.options.map((option, index) => choice(option, index, answer, unseen(index)));
  const answering = async (event) => {
    event.preventDefault();
    const picked = place.querySelector("input:checked");
    if (!picked) return;
    if (answer.ariaDisabled === "true") return;
    // It keeps the focus while the server looks: a disabled button would lose it.
    answer.ariaDisabled = "true";
    const option = Number(picked.value);
    await doing(pane, "choose", { option, signature: block.signature, appearance: block.appearance ?? null }, "answered", told);
    answer.ariaDisabled = null;
  };
  put(
    place,
    el("h2", { tabIndex: -1 }, said(question(block))),
    block.description ? el("p", {}, said(block.description)) : "",
    block.subject ? subject(block.subject) : "",
    pane.unseen ? el("p", { className: "unseen", textContent: `${pane.unseen.missing}: look at the terminal; it can be refused here, and allowed there` }) : "",
    el("form", { on: { submit: answering } }, el("fieldset", {}, el("legend", { className: "quiet", textContent: words(block.kind) }), options), options.length ? answer : el("p", { textContent: "it shows no options that can be chosen here" })),
  );
}

/** The rows of a subject, each in a line of its own: a row that wraps here is no two rows. */
const subject = (text) => el("pre", { tabIndex: 0, attr: { "aria-label": "what it is about" } }, text.split("\n").map((row) => el("div", { className: "line" }, said(row || " "))));

/** An option; `unseen` says what is missing, where it would approve that. */
function choice(option, index, answer, unseen) {
  const keys = option.keys.join(" ");
  const picked = () => {
    answer.disabled = !keys;
    answer.textContent = keys ? `answer: presses ${keys}` : "no key is known that chooses it";
  };
  const input = el("input", { type: "radio", name: "option", disabled: Boolean(unseen), title: unseen ?? "", value: String(option.number ?? index + 1), on: { change: picked } });
  const ticks = option.checked === null ? "" : option.checked ? "[x] " : "[ ] ";
  return el(
    "label",
    { className: "option" },
    input,
    el("span", {}, `${option.number ?? index + 1}. ${ticks}`, said(option.label), option.selected ? el("span", { className: "quiet", textContent: " (selected there)" }) : "", option.description ? el("span", { className: "quiet" }, " ", said(option.description)) : ""),
    unseen ? el("span", { className: "quiet", textContent: "at the terminal" }) : el("kbd", { textContent: keys || "–", title: "keys that choose it" }),
  );
}

let drawnFor = null;

/** Draws what sends and interrupts. What a person has written stays while the pane changes. */
export function acts(pane, told) {
  const place = byId("acts");
  if (drawnFor !== pane.key) {
    drawnFor = pane.key;
    put(place, form(pane.key, told));
  }
  const why = notSendable(pane);
  enable(byId("send"), !why);
  byId("why-not").textContent = why ? `not now: ${why}` : "";
  enable(byId("interrupt"), pane.need === "working");
}

function form(key, told) {
  const text = el("textarea", { id: "prompt", rows: 3, placeholder: "a prompt; ctrl-enter sends it", attr: { "aria-label": "prompt" } });
  const sending = async (event) => {
    event?.preventDefault();
    if (!text.value.trim() || byId("send").disabled) return;
    const going = doing({ key }, "send", { text: text.value }, "sent", told);
    enable(byId("send"), false);
    const done = await going;
    if (done && drawnFor === key) text.value = "";
  };
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) sending();
  });
  const stop = () => doing({ key }, "interrupt", {}, "interrupted", told);
  return el(
    "form",
    { on: { submit: sending } },
    text,
    el(
      "div",
      { className: "bar" },
      el("button", { id: "send", type: "submit", textContent: "send" }),
      el("span", { id: "why-not", className: "quiet" }),
      el("span", { className: "room" }),
      el("button", { id: "interrupt", type: "button", textContent: "interrupt the turn", on: { click: confirmed(stop) } }),
    ),
  );
}

/** A button that acts at the second press: the first one says so. */
function confirmed(go) {
  let armed = null;
  return (event) => {
    const button = event.currentTarget;
    const rest = () => {
      clearTimeout(armed);
      armed = null;
      button.textContent = "interrupt the turn";
    };
    if (armed) {
      rest();
      return go();
    }
    button.textContent = "press again to interrupt";
    armed = setTimeout(rest, 4000);
  };
}

async function doing(pane, name, body, done, told) {
  told(pane.key, `${name}: looking before anything is pressed…`);
  try {
    const ended = await act(pane.key, name, body);
    told(pane.key, ended.done ? done : ended.answer.error, !ended.done);
    return ended.done;
  } catch (error) {
    told(pane.key, `${name}: the server did not answer; look at the pane before you try again`, true);
    return false;
  }
}
