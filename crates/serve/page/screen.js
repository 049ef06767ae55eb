// The selected pane's screen in its colours, with zones tinted and witnesses boxed, and the reasons below it.

import { byId, el, put, said } from "/page/dom.js";
import { words } from "/page/words.js";

/** Draws a screen. */
export function draw(view) {
  const { drawing, evidence } = view;
  const screen = byId("screen");
  const at = screen.scrollLeft;
  screen.style.setProperty("--fg", drawing.foreground);
  screen.style.setProperty("--bg", drawing.background);
  const witnesses = evidence.map((fact, index) => ({ ...fact, number: index + 1 })).filter((fact) => fact.rows);
  const rows = drawing.rows.map((spans, index) => row(spans, index, drawing, witnesses, view.cursor));
  put(screen, el("div", { className: "rows", style: { "--cols": String(drawing.cols) } }, rows));
  screen.scrollLeft = at;
}

/** Draws the text of a screen of another machine, of which nothing more is known. */
export function drawText({ payload, pane }) {
  const cols = pane.cols;
  const texts = payload.dialog_projection.normalized_text.split("\n");
  const rows = texts.map((text) => [{ text, width: cols, fg: "inherit" }]);
  const drawing = { cols, rows, zones: [], foreground: "", background: "" };
  draw({ drawing, evidence: payload.surface_assessment.evidence, cursor: null });
}

function row(spans, index, drawing, witnesses, cursor) {
  const zone = drawing.zones.find((zone) => zone.rows[0] <= index && index <= zone.rows[1]);
  const here = witnesses.filter((fact) => fact.rows[0] <= index && index <= fact.rows[1]);
  const cells = el("span", { className: "cells" }, spans.map(span));
  if (cursor && cursor[1] === index) cells.append(el("span", { className: "cursor", style: { "--col": String(cursor[0]) } }));
  const line = el(
    "div",
    { className: "row", data: { zone: zone?.zone ?? "" } },
    el("span", { className: "zone", textContent: zone && zone.rows[0] === index && says(zone, drawing) ? words(zone.zone) : "" }),
    cells,
    el("span", { className: "numbers", textContent: here.filter((fact) => fact.rows[0] === index).map((fact) => fact.number).join(" ") }),
  );
  if (zone?.tint) line.style.setProperty("--tint", zone.tint);
  if (here.length) line.classList.add("witness");
  if (here.some((fact) => fact.rows[0] === index)) line.classList.add("first");
  if (here.some((fact) => fact.rows[1] === index)) line.classList.add("last");
  line.dataset.numbers = here.map((fact) => fact.number).join(" ");
  return line;
}

/** Whether a zone is worth a name: one that no rule explains is, where it is not blank. */
function says(zone, drawing) {
  const rows = drawing.rows.slice(zone.rows[0], zone.rows[1] + 1);
  return zone.tint || rows.some((spans) => spans.some((it) => it.text.trim()));
}

function span(it) {
  const node = el("span", { className: "span", textContent: it.text });
  const style = { "--width": String(it.width), color: it.fg };
  if (it.bg) style["background-color"] = it.bg;
  for (const [name, value] of Object.entries(style)) node.style.setProperty(name, value);
  for (const name of ["bold", "italic", "underline", "strike"]) if (it[name]) node.classList.add(name);
  return node;
}

/** Lists what the verdict rests on; the rows of a reason light up under the pointer and the focus. */
export function reasons(explained) {
  const items = explained.evidence.map((fact, index) => {
    const light = (on) => () => mark(index + 1, on);
    const place = fact.rows ? rows(fact.rows) : "beside the screen";
    return el(
      "li",
      { tabIndex: 0, on: { mouseenter: light(true), mouseleave: light(false), focus: light(true), blur: light(false) } },
      el("b", { textContent: words(fact.signal) }),
      ` → ${words(fact.for)}, ${place} `,
      fact.text ? said(fact.text.length > 90 ? `${fact.text.slice(0, 90)}…` : fact.text, "quote") : "",
    );
  });
  put(byId("reasons"), items);
  const doubts = explained.anomalies.map((it) => el("li", { className: "doubt" }, el("b", { textContent: words(it.code) }), " ", said(it.message)));
  const channels = explained.channels.filter((it) => it.weight === "weighed_out");
  const rejected = channels.map((it) => el("li", {}, `${words(it.channel)} was weighed out: `, said(it.reason ?? "")));
  put(byId("doubts"), doubts, rejected);
}

const rows = ([first, last]) => (first === last ? `row ${first}` : `rows ${first}–${last}`);

function mark(number, on) {
  for (const line of byId("screen").querySelectorAll(".row")) {
    if (line.dataset.numbers.split(" ").includes(String(number))) line.classList.toggle("lit", on);
  }
}
