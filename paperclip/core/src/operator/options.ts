/** What the options of a dialog mean: which one refuses, which are ticked, which takes text. Words only name; the press is made under the signature. */

import type { Block, BlockOption } from "../host/engine.ts";
import { cellsOf, legible } from "../log/legible.ts";

const REFUSES = /^(?:no\b|deny|decline|reject|refuse|don.?t\b|cancel|skip|exit|quit|keep planning|chat about this)/i;
const APPROVES = /^(?:yes|allow|approve|accept|proceed|run)\b/i;
const SUBMITS = /^(?:submit|done|continue|next|confirm)\b/i;

/** The option that refuses; -1 where none does. */
export function refusalIndex(block: Block): number {
  const plain = block.options.findIndex((option) => /^no\b[^,]*$/i.test(option.label));
  if (plain >= 0) return plain;
  const cancels = block.options.findIndex((option) => option.role === "cancel");
  return cancels >= 0 ? cancels : block.options.findIndex((option) => REFUSES.test(option.label));
}

/** The option that allows it this once; -1 where none does. */
export function approvalIndex(block: Block): number {
  return block.options.findIndex((option) => APPROVES.test(option.label) && !isLasting(option.label));
}

/** Whether an option refuses. */
export function isRefusal(block: Block, index: number): boolean {
  const option = block.options[index];
  return option !== undefined && (option.role === "cancel" || REFUSES.test(option.label));
}

function isLasting(label: string): boolean {
  return /don.?t ask|always|all edits|this session|during this|for commands that start/i.test(label);
}

/** Whether an option is ticked rather than chosen. */
export function isToggle(option: BlockOption): boolean {
  return !option.freeText && (option.role === "toggle" || (option.role === null && option.checked !== null));
}

/** The option that sends the ticks off; -1 where none does. */
export function submitIndex(block: Block): number {
  const named = block.options.findIndex((option) => option.role === "submit");
  return named >= 0 ? named : block.options.findIndex((option) => SUBMITS.test(option.label) && !isToggle(option));
}

/** The option that takes text; -1 where none does. One that also allows is none: words are no yes. */
export function textIndex(block: Block): number {
  return block.options.findIndex((option) => (option.freeText || option.role === "text") && !APPROVES.test(option.label));
}

/** Cells that a dialog's frame and marks take of a row, and some more. */
const MARGIN = 12;

/**
 * Whether a dialog is on a list of what is allowed: its kind by name, or its whole subject by a pattern with `*`. A subject
 * that may stand on more than one row is on none: the row's end may be the command's, which then is two.
 */
export function isAllowed(block: Block, { allowlist, columns }: { allowlist: string[]; columns: number }): boolean {
  if (allowlist.includes(block.kind)) return true;
  const subject = block.subject ?? "";
  if (subject === "" || subject.includes("\n") || legible(subject) !== subject || cellsOf(subject) > columns - MARGIN) return false;
  const words = subject.trim().replace(/^\$\s+/, "");
  return allowlist.some((pattern) => patternOf(pattern).test(words));
}

/** A star stands for anything but what would begin another command. */
function patternOf(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^;&|<>$`\\n]*")}$`);
}

/** What a dialog is about, in a few words. */
export function headline(block: Block): string {
  const kinds: Record<string, string> = {
    approval_command: "wants to run a command",
    approval_edit: "wants to change a file",
    approval_other: "asks for permission",
    question: "has a question",
    plan: "has a plan to approve",
    trust: "asks whether to trust the folder",
    setup: "asks for a setting at start",
  };
  return kinds[block.kind] ?? "waits for a person";
}
