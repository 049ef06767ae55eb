/**
 * Text from a screen, shown so that what is read is what it is: the same rule as that of the crate `shadow-legible`,
 * whose cases its test repeats.
 */

/** What acts on a terminal, turns the order of a line around or cannot be seen: controls, marks of direction, whatever a program may leave out, and signs without ink that are no white space. */
const UNSEEN = /[\u{16fe4}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufff0-\ufffb\ufffe\uffff]/u;
const EACH_UNSEEN = new RegExp(UNSEEN, "gu");

/** A text in which everything unseen stands as `<U+202E>`, but for line ends, tabs and what makes one picture or letter of two. */
export function legible(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(EACH_UNSEEN, (character, at: number, whole: string) => {
    if (character === "\n" || character === "\t") return character;
    const before = lastOf(whole.slice(Math.max(0, at - 2), at));
    const after = firstOf(whole.slice(at + character.length, at + character.length + 2));
    if (belongs(before, character, after)) return character;
    return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

/** Joiners between two characters beyond ASCII, variation selectors behind one, and the selector of a keycap. In ASCII, of which commands are made, none belongs. */
function belongs(before: string, character: string, after: string): boolean {
  const isSeen = (other: string): boolean => other > "\x7f" && !UNSEEN.test(other);
  if (/[\u200c\u200d]/.test(character)) return (before === "\ufe0f" || isSeen(before)) && isSeen(after);
  if (character === "\ufe0f" && after === "\u20e3") return true;
  return /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u.test(character) && isSeen(before);
}

const firstOf = (text: string): string => Array.from(text)[0] ?? "";
const lastOf = (text: string): string => Array.from(text).at(-1) ?? "";

/** Cells that a text takes at most: what is not ASCII may be two wide. */
export function cellsOf(text: string): number {
  return Array.from(text).reduce((cells, character) => cells + (character > "\x7e" ? 2 : 1), 0);
}

/** At most `limit` characters of a text, with a mark where something was left out. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const mark = " […]";
  return text.slice(0, limit - mark.length).replace(/[\ud800-\udbff]$/, "") + mark;
}
