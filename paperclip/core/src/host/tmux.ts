/**
 * Commands of tmux, as they are given to it: through its standard input, in a quoting that it reads back as the same
 * words. Its arguments can be read by every user of the machine, and a command may hold what stands on a screen.
 */

/** The arguments with which tmux reads commands from its standard input. */
export const FROM_INPUT = ["source-file", "-"];

/** Commands, a list of words each, as one line for tmux' own parser. */
export function commandLine(...commands: string[][]): string {
  return `${commands.map((words) => words.map(literal).join(" ")).join(" ; ")}\n`;
}

/** A word that means itself. tmux expands formats in some arguments even so: no text of others may stand there. */
function literal(word: string): string {
  // eslint-disable-next-line no-control-regex
  const escaped = word.replace(/["\\$~]/g, "\\$&").replace(/[\x01-\x1f\x7f]/g, (control) => `\\${(control.codePointAt(0) ?? 0).toString(8).padStart(3, "0")}`);
  return `"${escaped}"`;
}
