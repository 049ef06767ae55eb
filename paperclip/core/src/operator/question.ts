/**
 * A dialog as a question to the board. Who answers yes there has read there what is allowed: whole, in its rows, and with
 * nothing in it that hides. What is not known whole, or does not fit, can be refused there, and allowed at the terminal only.
 */

import type { Block } from "../host/engine.ts";
import { legible } from "../log/legible.ts";
import { inOneLine, inRows } from "../log/rows.ts";
import type { BoardQuestion } from "./board.ts";
import { MOST } from "./board.ts";
import { headline, isRefusal, isTicked, isToggle } from "./options.ts";
import { approvesUnseen, hasSubject } from "./whole.ts";

export interface Asking {
  key: string;
  agentName: string;
  /** What stands on the screen. */
  excerpt: string;
  /** How a person gets to the terminal. */
  attach: string;
}

/** What can be chosen of a dialog that has nothing to choose: the board takes no question without an option. */
const LEAVE = { id: "leave", label: "Leave it", description: "Presses Escape" };
/** Characters of the beginning, and of the end, of what is too long to be shown whole. */
const PART = 1_500;
const BELOW = "What this is about is long; it stands whole below.";

export function questionOf(block: Block, asking: Asking): BoardQuestion {
  const { key, agentName } = asking;
  const several = isTicked(block);
  const { isWhole, ...words } = wordsOf(block, asking);
  const shown = block.options.map((option, index) => ({ option, index })).filter(({ option, index }) => {
    if (approvesUnseen(block, index) || (!isWhole && !isRefusal(block, index))) return false;
    // Ticks are sent off together, by an option of the dialog's own; words have their own field on the board.
    return several ? isToggle(option) : !isToggle(option) && (!option.freeText || isRefusal(block, index));
  });
  const options = shown.map(({ option, index }) => ({ id: `${index}`, label: option.label, description: option.description }));
  return { key, title: titleOf(block, agentName), ...words, options: options.length > 0 ? options : [LEAVE], several, takesText: true };
}

function titleOf(block: Block, agentName: string): string {
  const [first, ...more] = block.subject?.split("\n") ?? [];
  return `${agentName} ${headline(block)}${first ? `: ${inOneLine(first)}${more.length > 0 ? " […]" : ""}` : ""}`;
}

interface Words {
  prompt: string;
  help: string;
  /** Whether all that is asked about stands in them. */
  isWhole: boolean;
}

const together = (...parts: string[]): string => parts.filter((part) => part !== "").join("\n\n");
const shownRows = (text: string): string => inRows(legible(text));

function wordsOf(block: Block, { excerpt, attach }: Asking): Words {
  const subject = shownRows(block.subject ?? "");
  const asked = shownRows(block.question ?? block.title ?? "");
  const around = shownRows(excerpt);
  if (hasSubject(block) && block.subjectWhole !== true) return unseen(subject, asked, around, attach);
  const prompt = together(subject, asked) || around || "The terminal waits for an answer.";
  // Of a change, a plan and the like the screen shows more than the subject, which names it.
  const isMore = /^(?:approval_edit|approval_other|plan|unknown)$/.test(block.kind) && block.call === null;
  if (prompt.length <= MOST.prompt && (!isMore || around.length <= MOST.prompt)) return { prompt, help: around, isWhole: true };
  const above = together(BELOW, asked);
  if (!isMore && subject.length <= MOST.prompt && above.length <= MOST.prompt) return { prompt: above, help: subject, isWhole: true };
  const whole = together(subject, isMore ? around : "", asked);
  const why = `This is too long to be shown whole (${whole.length} characters), so it cannot be allowed here. Allow it at the terminal: ${attach}`;
  return { prompt: together(why, parts(whole)), help: around, isWhole: false };
}

/** What is said of a dialog whose subject is not known whole: what is missing, and what to do. */
function unseen(subject: string, asked: string, around: string, attach: string): Words {
  const what = subject === "" ? "What this is about is not on the screen" : "A part of what this is about is missing: the CLI has cut it, or it is off the screen";
  const why = `${what}. So it can be refused here, and cannot be allowed here. To allow it, open the terminal, read all of it there, and answer there: ${attach}`;
  const seen = subject === "" ? "" : `The rows that can be seen:\n${subject.length > 2 * PART ? parts(subject) : subject}`;
  return { prompt: together(why, seen, asked), help: around, isWhole: false };
}

/** The beginning and the end of a text. */
function parts(text: string): string {
  return together(`It begins:\n${text.slice(0, PART)}`, `It ends:\n${text.slice(-PART)}`);
}
