/**
 * Dialogs of the CLI's own: the only ones that the configuration may answer, and the only place that tells them.
 *
 * What the agent asks can be worded by whoever writes what it reads. So its dialogs are none of these, whatever they say,
 * and of a dialog of the CLI's own only the heading is read.
 */

import type { Block } from "../host/engine.ts";
import type { OwnKind, Provider } from "../provider.ts";
import { isToggle } from "./options.ts";

const OWN_KINDS: readonly OwnKind[] = ["trust", "setup", "picker"];

/** Whether the CLI itself asks. */
function isOwn(block: Block): block is Block & { kind: OwnKind } {
  return block.origin === "cli" && OWN_KINDS.some((kind) => kind === block.kind);
}

/** The option that the configuration chooses, and why that is right; null where a person is to be asked. */
export function knownAnswer(block: Block, provider: Provider, config: Record<string, unknown>): { index: number; why: string } | null {
  if (!isOwn(block)) return null;
  const headings = [block.title, block.question].filter((heading) => heading !== null);
  const known = provider.answers.find(({ kind, heading, when }) => kind === block.kind && headings.some((text) => heading.test(text)) && when(config));
  const index = known ? block.options.findIndex((option) => known.option.test(option.label)) : -1;
  return known && index >= 0 ? { index, why: known.why } : null;
}

/**
 * Whether a dialog asks to sign in: by its heading and its ways, which are the CLI's words (what is ticked is a list of
 * other things' names); one that offers no way is known by what stands around it.
 */
export function isSignIn(block: Block, excerpt: string | null, provider: Provider): boolean {
  if (!isOwn(block) || block.kind !== "setup") return false;
  const ways = block.options.filter((option) => !isToggle(option)).map((option) => option.label);
  return [block.title, block.question, ...(block.options.length > 0 ? ways : [excerpt])].some((text) => text !== null && provider.signIn.test(text));
}
