// The list of panes: who needs a person first. A pane's button stays the same while what it says changes, so that a
// press begun on it ends on it.

import { byId, el, put, said } from "/page/dom.js";
import { NEEDS, agent, called, details, duration, matches, urgency } from "/page/words.js";

const buttons = new Map();

/** The panes that pass the filter, in the order shown. In groups, first the machine and the session with the first pane of the
 * order without groups. */
export function shown(panes, filter, grouped) {
  const passing = [...panes.values()].filter((pane) => matches(pane, filter)).sort(urgency);
  if (!grouped) return passing;
  const [machines, sessions] = [new Map(), new Map()];
  passing.forEach((pane, place) => {
    for (const [places, name] of [[machines, machine(pane)], [sessions, group(pane)]]) {
      if (!places.has(name)) places.set(name, place);
    }
  });
  const apart = (places, of, a, b) => places.get(of(a)) - places.get(of(b));
  return passing.sort((a, b) => apart(machines, machine, a, b) || apart(sessions, group, a, b));
}

const machine = (pane) => pane.placed.host ?? "";

/** What stands over the panes of a group: their session, and their machine if it is another one. */
const group = (pane) => `${machine(pane)} ${pane.placed.session}`;

/** Draws it. `choose` is told of a pane that was clicked. A machine that does not answer, or whose clock is wrong, is a row above the
    panes. */
export function draw(rows, machines, selected, grouped, now, choose) {
  const items = silent(machines.filter((machine) => machine.link !== "up"));
  items.push(...machines.filter((machine) => machine.clock).map(away));
  let over = null;
  for (const pane of rows) {
    if (grouped && group(pane) !== over) {
      over = group(pane);
      items.push(el("h2", { className: "session" }, said(over.trim())));
    }
    items.push(button(pane, pane.key === selected, now, choose));
  }
  arrange(byId("list"), items);
  const keys = new Set(rows.map((pane) => pane.key));
  for (const key of buttons.keys()) if (!keys.has(key)) buttons.delete(key);
}

// Rows of machines that are shown one by one: more would hide the panes.
const FEW = 3;

const many = el("details", { className: "machines" });
let within = "";

/** The rows of the machines that do not answer. Many of them are one row that opens. */
function silent(machines) {
  if (machines.length <= FEW) return machines.map(away);
  const now = JSON.stringify(machines);
  if (within !== now) {
    within = now;
    put(many, el("summary", { textContent: `${machines.length} machines do not answer` }), machines.map(away));
  }
  return [many];
}

function away({ host, link, error, clock }) {
  const words = link === "down" ? error : clock ?? "is asked for its panes";
  return el("p", { className: "machine", data: { link } }, said(host), " ", said(words));
}

/** Puts the items in order and moves only those that are elsewhere: one that stays keeps the focus. */
function arrange(list, items) {
  const kept = new Set(items);
  for (const node of [...list.children]) if (!kept.has(node)) node.remove();
  items.forEach((item, index) => {
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
  });
}

function button(pane, current, now, choose) {
  const known = buttons.get(pane.key) ?? made(pane.key, choose);
  if (known.revision !== pane.revision) {
    known.revision = pane.revision;
    known.node.dataset.need = pane.need;
    put(known.need, need(pane.need));
    put(known.where, said(called(pane)), pane.placed.host ? "" : ` ${pane.placed.pane}`);
    put(known.agent, said(agent(pane)));
    put(known.what, details(pane).flatMap((part, index) => [index ? " · " : "", said(part)]));
  }
  const since = duration(now - pane.since);
  if (known.since.textContent !== since) known.since.textContent = since;
  if (current) known.node.setAttribute("aria-current", "true");
  else known.node.removeAttribute("aria-current");
  return known.node;
}

function made(key, choose) {
  const part = (name) => el("span", { className: name });
  const known = { revision: null, need: part("state"), since: part("since"), where: part("where"), agent: part("agent"), what: part("what") };
  known.since.title = "in this state for";
  const parts = [known.need, known.since, known.where, known.agent, known.what];
  known.node = el("button", { type: "button", className: "pane", data: { key }, on: { click: () => choose(key) } }, parts);
  buttons.set(key, known);
  return known;
}

/** A state by mark, word and colour. */
export function need(name) {
  const mark = el("span", { className: "mark", textContent: NEEDS[name], attr: { "aria-hidden": "true" } });
  return el("span", { className: "need", data: { need: name } }, mark, name);
}

/** How many panes have each state. */
export function counts(panes) {
  const all = [...panes.values()];
  const items = Object.keys(NEEDS).map((name) => [name, all.filter((pane) => pane.need === name).length]);
  const there = items.filter(([, count]) => count > 0);
  put(byId("counts"), there.map(([name, count]) => el("li", {}, `${count} `, need(name))));
  const waiting = all.filter((pane) => ["blocked", "failed", "stalled"].includes(pane.need)).length;
  document.title = waiting ? `(${waiting}) shadow` : "shadow";
}
