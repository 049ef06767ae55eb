// Making elements. Whatever comes from a pane goes in as text, never as markup, and is legible: there is no other way in
// here.

const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/** A text in which what acts or hides is shown as what it is, as `shadow` shows it everywhere else. */
export function legible(text) {
  return text.replace(UNSEEN, (character, at) => {
    const before = [...text.slice(0, at)].at(-1) ?? "";
    const after = [...text.slice(at + character.length)][0] ?? "";
    if (character === "\n" || character === "\t" || belongs(before, character, after)) return character;
    return `<U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** Whether an unseen character belongs to the text: it makes one picture or letter of two beyond ASCII. */
function belongs(before, character, after) {
  const seen = (it) => it !== "" && it > "\u007f" && it.search(UNSEEN) < 0;
  if ("\u200c\u200d".includes(character)) return (before === "\ufe0f" || seen(before)) && seen(after);
  if (character === "\ufe0f" && after === "\u20e3") return true;
  return /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u.test(character) && seen(before);
}

const shown = (child) => (typeof child === "string" ? legible(child) : child);
const given = (children) => children.flat().filter((child) => child !== null && child !== undefined && child !== "").map(shown);

/** An element with properties, attributes (in `data`, `aria`, `attr`), listeners (`on`) and children. */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, properties);
  node.append(...given(children));
  return node;
}

/** The same in SVG. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...given(children));
  return node;
}

function fill(node, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name === "on") for (const [event, heard] of Object.entries(value)) node.addEventListener(event, heard);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "attr") for (const [key, text] of Object.entries(value)) node.setAttribute(key, shown(text));
    else if (name === "style") for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
    else node[name] = shown(value);
  }
}

/** Puts children in the place of those that are there. */
export function put(node, ...children) {
  node.replaceChildren(...given(children));
}

/** A text from a pane, kept apart from the direction of what stands around it. */
export function said(text, className = "") {
  return el("bdi", { className, textContent: text });
}

/** Where the focus goes when what has it goes: to what an act said, else to the pane. It never gets lost. */
export function refocus() {
  const said = byId("said");
  (said.hidden ? byId("pane") : said).focus({ preventScroll: true });
}

/** Switches a control; one that has the focus passes it on. */
export function enable(node, on) {
  const held = !on && node === document.activeElement;
  node.disabled = !on;
  if (held) refocus();
}

export const byId = (id) => document.getElementById(id);
