// A pane over time: what it asked of a person, its turns, and what stood out; and its turns as a table.

import { byId, el, put, said, svg } from "/page/dom.js";
import { NEEDS, clock, duration, oneLine, words } from "/page/words.js";

const WIDTH = 1000;
const LANE = 22;

/** Draws the lanes. */
export function draw(line, now) {
  const begin = line.states[0]?.from ?? now;
  const long = Math.max(now - begin, 10);
  const x = (at) => ((Math.max(at, begin) - begin) / long) * WIDTH;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${LANE * 3}`, preserveAspectRatio: "none", role: "img", "aria-label": summary(line, now) });
  for (const state of line.states) picture.append(bar(x, state.from, state.to ?? now, 0, `need-${state.need}`, `${state.need} ${clock(state.from)}, ${duration((state.to ?? now) - state.from)}`));
  for (const turn of line.turns) picture.append(bar(x, turn.from, turn.to ?? now, 1, `turn-${turn.outcome ?? "open"}`, `turn ${turn.turn} ${words(turn.outcome ?? "runs")}: ${oneLine(turn.prompt ?? "")}`));
  for (const { at, mark } of line.marks) picture.append(tick(x(at), mark, at));
  byId("span").textContent = `${duration(long)} until now`;
  put(byId("timeline"), el("div", { className: "lanes" }, el("span", { textContent: "state" }), el("span", { textContent: "turns" }), el("span", { textContent: "events" })), picture, table(line, now));
}

function bar(x, from, to, lane, name, title) {
  const rect = svg("rect", { x: x(from), y: lane * LANE + 2, width: Math.max(x(to) - x(from), 1.5), height: LANE - 4, class: name });
  rect.append(svg("title", {}, title));
  return rect;
}

function tick(at, mark, when) {
  const line = svg("rect", { x: at, y: LANE * 2 + 2, width: 2, height: LANE - 4, class: `mark-${mark.event}` });
  line.append(svg("title", {}, `${clock(when)} ${words(mark.event)} ${mark.text}`));
  return line;
}

const summary = (line, now) => line.states.map((state) => `${state.need} for ${duration((state.to ?? now) - state.from)}`).join(", then ");

/** The same in words, the newest first; it stays open while it is drawn anew. */
function table(line, now) {
  const open = Boolean(byId("timeline").querySelector("details[open]"));
  const rows = line.states.slice(-8).reverse().map((state) =>
    el("tr", {}, el("td", { textContent: clock(state.from) }), el("td", { className: "need", data: { need: state.need }, textContent: `${NEEDS[state.need]} ${state.need}` }), el("td", { textContent: duration((state.to ?? now) - state.from) })));
  return el("details", { open }, el("summary", { textContent: "in words" }), el("table", {}, el("tbody", {}, rows)));
}

/** Lists the turns that have ended, the newest first. */
export function turns(list) {
  if (!list.turns.length) return put(byId("turns"), el("p", { className: "quiet", textContent: "none has ended since the server began" }));
  const rows = list.turns.slice(-12).reverse().map((turn) =>
    el("tr", {},
      el("td", { textContent: clock(turn.ended) }),
      el("td", { className: `outcome-${turn.outcome}`, textContent: words(turn.outcome) }),
      el("td", { textContent: duration(turn.ended - turn.started) }),
      el("td", {}, said(cut(turn.prompt ?? "–", 80))),
      el("td", {}, said(cut(turn.answer.text, 120)), turn.answer.complete ? "" : el("span", { className: "quiet", textContent: " (not whole)" }))));
  const head = el("tr", {}, ["ended", "outcome", "took", "prompt", "answer"].map((name) => el("th", { textContent: name })));
  put(byId("turns"), el("table", {}, el("thead", {}, head), el("tbody", {}, rows)));
}

function cut(text, limit) {
  const line = oneLine(text);
  return line.length > limit ? `${line.slice(0, limit)}…` : line;
}
