/**
 * A dialog as a question to the board. Who answers yes there has read there what is allowed: whole, and with nothing in it
 * that hides. What does not fit can be refused there, and allowed at the terminal only.
 */

import type { Block } from "../host/engine.ts";
import { legible } from "../log/legible.ts";
import type { BoardQuestion } from "./board.ts";
import { MOST } from "./board.ts";
import { headline, isRefusal, isToggle } from "./options.ts";

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
  const several = block.options.some(isToggle);
  const { isWhole, ...words } = wordsOf(block, asking);
  // Ticks are sent off together, and text has its own field on the board.
  const shown = block.options.map((option, index) => ({ option, index })).filter(({ option, index }) => {
    if (!isWhole && !isRefusal(block, index)) return false;
    return several ? isToggle(option) : !option.freeText || isRefusal(block, index);
  });
  const options = shown.map(({ option, index }) => ({ id: `${index}`, label: option.label, description: option.description }));
  return { key, title: titleOf(block, agentName), ...words, options: options.length > 0 ? options : [LEAVE], several, takesText: true };
}

function titleOf(block: Block, agentName: string): string {
  const [first, ...more] = block.subject?.split("\n") ?? [];
  return `${agentName} ${headline(block)}${first ? `: ${first}${more.length > 0 ? " […]" : ""}` : ""}`;
}

/** The prompt and what stands below it, and whether all that is asked about stands in them. */
function wordsOf(block: Block, { excerpt, attach }: Asking): { prompt: string; help: string; isWhole: boolean } {
  const [subject, asked, around] = [legible(block.subject ?? ""), legible(block.question ?? block.title ?? ""), legible(excerpt)];
  const together = (...parts: string[]): string => parts.filter((part) => part !== "").join("\n\n");
  const prompt = together(subject, asked) || around || "The terminal waits for an answer.";
  if (subject === "" && /^approval_|^plan$/.test(block.kind)) {
    return { prompt: together(`What this is about is not on the screen, so it cannot be allowed here. See it at the terminal: ${attach}`, asked), help: around, isWhole: false };
  }
  // Of a change, a plan and the like the screen shows more than the subject, which names it.
  const isMore = /^(?:approval_edit|approval_other|plan|unknown)$/.test(block.kind);
  if (prompt.length <= MOST.prompt && (!isMore || around.length <= MOST.prompt)) return { prompt, help: around, isWhole: true };
  const above = together(BELOW, asked);
  if (!isMore && subject.length <= MOST.prompt && above.length <= MOST.prompt) return { prompt: above, help: subject, isWhole: true };
  const whole = together(subject, isMore ? around : "", asked);
  const why = `This is too long to be shown whole (${whole.length} characters), so it cannot be allowed here. Allow it at the terminal: ${attach}`;
  return { prompt: together(why, `It begins:\n${whole.slice(0, PART)}`, `It ends:\n${whole.slice(-PART)}`), help: around, isWhole: false };
}
