/**
 * Rows shown as rows. A page may draw a line end as a blank, and what runs as a second command would read as a part of the
 * first one; so each row end is marked, and the mark itself cannot be forged.
 */

/** The mark at a row's end. */
export const ROW_END = "⏎";

/** A text with a mark at each row end, which stays a row end. */
export function inRows(text: string): string {
  return rowsOf(text).join(` ${ROW_END}\n`);
}

/** A text on one line, with a mark for each row end. */
export function inOneLine(text: string): string {
  return rowsOf(text).join(` ${ROW_END} `);
}

function rowsOf(text: string): string[] {
  return text.replaceAll(ROW_END, "<U+23CE>").split(/\r\n?|\n/).map((row) => row.trimEnd());
}

/** The last lines that say something, for a message. */
export function lastWords(screen: string): string {
  const lines = screen.split("\n").map((line) => line.trim()).filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^Pane is dead/.test(line));
  return lines.slice(-4).join(" / ").slice(0, 600);
}
