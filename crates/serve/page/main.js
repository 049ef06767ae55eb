// The page: what it knows, what is selected, what keys do. It draws what the stream tells.

import * as act from "/page/act.js";
import { byId, el, put, said } from "/page/dom.js";
import * as list from "/page/list.js";
import * as screen from "/page/screen.js";
import { file, follow, get } from "/page/server.js";
import { Refused, hasToken, setToken } from "/page/session.js";
import * as timeline from "/page/timeline.js";
import { agent, duration, queued, words } from "/page/words.js";

const panes = new Map();
let machines = [];
let selected = null;
let looked = null;
let asking = false;
// The filter leaves the selected pane out, and no other has passed it yet.
let awaited = false;
// Seconds that the server's clock is ahead of ours.
let ahead = 0;

const now = () => Date.now() / 1000 + ahead;
const rows = () => list.shown(panes, byId("filter").value.trim(), byId("grouped").checked);

function draw() {
  const shown = rows();
  const passes = shown.some((it) => it.key === selected);
  if (!panes.has(selected) || (awaited && shown.length && !passes)) selected = shown[0]?.key ?? null;
  if (shown.length) awaited = false;
  list.draw(shown, machines, selected, byId("grouped").checked, now(), tapped);
  list.counts(panes);
  byId("nothing").hidden = panes.size > 0;
  byId("pane").hidden = !selected;
  if (selected) pane(panes.get(selected));
}

function choose(key) {
  selected = key;
  byId("said").hidden = true;
  draw();
}

/** Where there is one column, the pane is below the list: what a person asked for, or is asked, comes into view. */
const column = matchMedia("(max-width: 820px)");

function reveal(node) {
  if (column.matches) node.scrollIntoView({ block: "start" });
}

function tapped(key) {
  choose(key);
  reveal(byId("pane"));
}

/** Whether a person writes something: what they see stays where it is then. */
const writes = () => document.activeElement?.matches("input:not([type=checkbox], [type=radio]), textarea");

/** A filter that leaves the selected pane out selects the first one that passes, now or later. A pane that changes stays
 * selected. */
function filtered() {
  const shown = rows();
  awaited = !shown.some((it) => it.key === selected);
  draw();
}

/** Names what a pane shows. The text of a turn that runs on a machine which gives it only on request is another each second. */
function lookOf(it) {
  const second = it.brief && it.need === "working" ? Math.floor(now()) : "";
  return `${it.key} ${it.revision} ${second}`;
}

/** Draws the selected pane, and asks for its screen where it has changed. */
function pane(it) {
  head(it);
  if (act.dialog(it, tell) && !writes()) reveal(byId("dialog"));
  act.acts(it, tell);
  const look = lookOf(it);
  if (look !== looked && !asking) {
    looked = look;
    asking = true;
    details(it.key).finally(() => {
      asking = false;
      if (panes.has(selected) && look !== lookOf(panes.get(selected))) draw();
    });
  }
}

async function details(key) {
  const path = `/api/v1/panes/${encodeURIComponent(key)}`;
  const there = panes.get(key)?.placed.host;
  const looks = there ? [path] : [`${path}/screen`, `${path}/explain`];
  const asked = [`${path}/timeline`, `${path}/turns`, ...looks].map((what) => get(what).catch(refused));
  const [line, turns, view, explained] = await Promise.all(asked);
  if (selected !== key || !line || !turns || !view || !(there || explained)) return;
  byId("pane").classList.toggle("there", Boolean(there));
  if (there) {
    screen.drawText(view);
    const { surface_assessment: surface, mode_diagnostics: modes } = view.payload;
    screen.reasons({ ...surface, channels: modes.channels });
  } else {
    screen.draw(view);
    screen.reasons(explained);
  }
  timeline.draw(line, now());
  timeline.turns(turns);
}

function head(it) {
  const facts = [
    ["on", it.placed.host && said(it.placed.host)],
    ["in", said(it.placed.place)],
    ["for", duration(now() - it.since)],
    ["input", words(it.input_mode)],
    ["context", words(it.ui_context)],
    ["turn", it.lifecycle ? words(it.lifecycle.turn) : null],
    ["mode", it.permission_mode ? words(it.permission_mode.kind) : null],
    ["model", it.session_facts.model && said([it.session_facts.model, it.session_facts.effort].filter(Boolean).join(" "))],
    ["context left", it.session_facts.context_left_percent === null ? null : `${it.session_facts.context_left_percent} %`],
    ["background", it.background ? backgrounds(it.background) : null],
    ["failure", it.failure ? said(`${words(it.failure.kind)}: ${it.failure.text}`) : null],
    ["queued", it.pending_input === "yes" ? said(queued(it) || "messages wait behind the turn") : null],
    ["draft", it.composer && ["draft", "collapsed_paste"].includes(it.composer.content) ? said(it.composer.text || "not shown here") : null],
    ["sure", `${Math.round(it.confidence * 100)} %`],
  ];
  const there = facts.filter(([, value]) => value);
  put(
    byId("head"),
    el("h2", {}, list.need(it.need), " ", said(agent(it)), el("span", { className: "quiet", textContent: ` ${it.placed.pane}` })),
    el("dl", {}, there.map(([name, value]) => el("div", {}, el("dt", { textContent: name }), el("dd", {}, value)))),
  );
}

const backgrounds = (it) => said([`${it.count}`, ...it.items.map((one) => `${words(one.kind)} ${one.label}`)].join(", "));

/** What an act said, while its pane is selected. */
function tell(key, text, bad = false) {
  if (key !== selected) return;
  const place = byId("said");
  place.hidden = false;
  place.className = bad ? "bad" : "";
  put(place, said(text));
}

function refused(error) {
  if (!(error instanceof Refused)) return null;
  setToken(null);
  askForToken(error.message);
  return null;
}

/** Shows the panes, or the form that asks for the token. */
function enter(open) {
  byId("main").hidden = !open;
  byId("entry").hidden = open;
  byId("token-form").hidden = open;
}

function askForToken(why = "") {
  byId("token-why").hidden = !why;
  byId("token-why").textContent = why;
  byId("link").textContent = "not open";
  enter(false);
  byId("token").focus();
}

function heard(name, data) {
  if (name === "pane") {
    panes.set(data.key, data);
    ahead = Math.max(ahead, data.at - Date.now() / 1000);
  } else if (name === "gone") {
    panes.delete(data.key);
  } else if (name === "machines") {
    machines = data.machines;
  } else if (name === "note") {
    byId("note").hidden = !data.note;
    put(byId("note"), said(data.note ?? ""));
    return;
  } else if (name === "hello" || name === "gap") {
    return;
  } else {
    // An event: what stands below the screen has changed with it.
    looked = null;
  }
  later();
}

let drawing = null;
let drawn = 0;

// The least time between two drawings that no person has asked for, in milliseconds: many panes change all the time.
const REST = 200;

/** Draws once for everything that comes together. */
function later() {
  const rests = Math.max(0, drawn + REST - performance.now());
  drawing ??= setTimeout(() => requestAnimationFrame(() => {
    drawing = null;
    drawn = performance.now();
    draw();
  }), rests);
}

async function start() {
  if (!hasToken()) return askForToken();
  enter(true);
  const linked = (on) => {
    // Every stream begins with all panes as they are.
    if (on) {
      panes.clear();
      machines = [];
    }
    byId("link").textContent = on ? "live" : "connection lost; trying again";
    byId("link").dataset.on = String(on);
    document.body.classList.toggle("stale", !on);
  };
  await follow(heard, linked).catch(refused);
}

function step(by) {
  const shown = rows();
  const at = shown.findIndex((it) => it.key === selected);
  const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
  if (next) choose(next.key);
  byId("list").querySelector("[aria-current]")?.focus();
}

const KEYS = {
  j: () => step(1),
  ArrowDown: () => step(1),
  k: () => step(-1),
  ArrowUp: () => step(-1),
  a: () => byId("dialog").querySelector("input")?.focus(),
  s: () => byId("prompt")?.focus(),
  i: () => byId("interrupt")?.focus(),
  z: () => byId("zones").click(),
  w: () => byId("witnesses").click(),
  g: () => byId("grouped").click(),
  "/": () => byId("filter").focus(),
  "?": () => byId("help").showModal(),
};

function press(event) {
  const writes = event.target.matches("input:not([type=checkbox]), textarea");
  if (event.key === "Escape" && writes) return event.target.blur();
  const arrow = event.key.startsWith("Arrow") && event.target.matches("input, textarea, summary");
  if (writes || arrow || event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  const go = KEYS[event.key];
  if (!go) return;
  event.preventDefault();
  go();
}

async function save() {
  const picture = await file(`/api/v1/panes/${encodeURIComponent(selected)}/picture.svg`);
  if (!picture) return;
  const link = el("a", { href: URL.createObjectURL(picture), download: `shadow-${selected}.svg` });
  link.click();
  URL.revokeObjectURL(link.href);
}

function listen() {
  document.addEventListener("keydown", press);
  byId("filter").addEventListener("input", filtered);
  byId("grouped").addEventListener("change", draw);
  byId("show-help").addEventListener("click", () => byId("help").showModal());
  byId("picture").addEventListener("click", save);
  byId("to-list").addEventListener("click", () => {
    reveal(document.body);
    byId("list").querySelector("[aria-current]")?.focus({ preventScroll: true });
  });
  // An address with another token or code, put in the place of this page's.
  addEventListener("hashchange", () => location.reload());
  for (const name of ["zones", "witnesses"]) {
    const apply = () => byId("screen").classList.toggle(`no-${name}`, !byId(name).checked);
    byId(name).addEventListener("change", apply);
  }
  byId("token-form").addEventListener("submit", (event) => {
    event.preventDefault();
    setToken(byId("token").value.trim());
    byId("token").value = "";
    start();
  });
  setInterval(() => panes.size && draw(), 1000);
}

listen();
start();
