// Making elements. Whatever comes from a pane goes in as text, never as markup: there is no other way in here.

/** An element with properties, attributes (in `data`, `aria`, `attr`), listeners (`on`) and children. */
export function el(tag, given = {}, ...children) {
  const node = document.createElement(tag);
  fill(node, given);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

/** The same in SVG. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function fill(node, given) {
  for (const [name, value] of Object.entries(given)) {
    if (name === "on") for (const [event, heard] of Object.entries(value)) node.addEventListener(event, heard);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "attr") for (const [key, text] of Object.entries(value)) node.setAttribute(key, text);
    else if (name === "style") for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
    else node[name] = value;
  }
}

/** Puts children in the place of those that are there. */
export function put(node, ...children) {
  node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
}

/** A text from a pane, kept apart from the direction of what stands around it. */
export function said(text, className = "") {
  return el("bdi", { className, textContent: text });
}

export const byId = (id) => document.getElementById(id);
