/** What the core has to be told of a provider: everything that differs between Claude Code and Codex. */

import type { AdapterModel, ConfigFieldSchema, QuotaWindow } from "@paperclipai/adapter-utils";

import type { TranscriptReader } from "./transcript/reader.ts";

/** What the arguments of a CLI are built from. */
export interface Launch {
  config: Record<string, unknown>;
  cliVersion: string;
  model: string;
  effort: string;
  cwd: string;
  /** The session to go on with, or none. */
  resume: string | null;
  /** The id for a fresh session, where the CLI lets one be given. */
  freshId: string | null;
  /** The folder in which the skills were laid out, or none. */
  skillsFolder: string | null;
  extraArgs: string[];
}

/** Skills laid where the CLI finds them. */
export interface MountedSkills {
  /** What the arguments name, if they do. */
  folder: string | null;
  warnings: string[];
}

/** A link in a folder of the user's, which goes with the last run that uses it. */
export interface Link {
  path: string;
  target: string;
}

export interface SkillToMount {
  runtimeName: string;
  source: string;
}

/** What the CLI itself asks about; nothing that an agent asks is of such a kind. */
export type OwnKind = "trust" | "setup" | "picker";

/**
 * A dialog of the CLI's own that is answered without asking anybody, and why that is right. It sees no more of a dialog
 * than its kind and heading, since anything else may have been worded by whoever writes what the agent reads.
 */
export interface KnownAnswer {
  kind: OwnKind;
  /** Its title or question. */
  heading: RegExp;
  /** The label of the option to press. */
  option: RegExp;
  /** Whether the configuration says so. */
  when: (config: Record<string, unknown>) => boolean;
  why: string;
}

export interface Provider {
  /** Its name for `shadow`. */
  cli: "claude" | "codex";
  /** Its name for people. */
  name: string;
  /** The command that is run where none is configured. */
  command: string;
  /** Who answers and who bills. */
  vendor: string;
  /** The oldest version that this adapter was run with. */
  oldestSeen: string;
  /** The variable whose presence means that a key pays, not a subscription. */
  apiKeyVariable: string;
  /** Variables of an outer session that must not reach the CLI. */
  strayVariables: RegExp;
  models: AdapterModel[];
  fields: ConfigFieldSchema[];
  /** Switches off all asking, where the configuration says so. */
  isBypassed: (config: Record<string, unknown>) => boolean;
  args: (launch: Launch) => string[];
  /** Whether an id can be one of a session of this provider; it becomes an argument and a part of a path. */
  freshSessionId: () => string | null;
  sessionFile: (id: string, env: Record<string, string>) => Promise<string | null>;
  /** The session of a running CLI, where it could not be named at the start. */
  discover: (pids: number[], env: Record<string, string>) => Promise<{ id: string; file: string } | null>;
  transcript: () => TranscriptReader;
  /** The row that it draws where it cuts what an approval is about; null where it draws none. */
  cutMark: RegExp | null;
  /** Whether a dialog or screen is about signing in. */
  signIn: RegExp;
  answers: KnownAnswer[];
  /** Where a sign-in was found, by files and variables alone; null where nothing tells of one. */
  signedInBy: (env: Record<string, string>) => Promise<string | null>;
  /** The address that answers its questions; null where that is not known. */
  address: (env: Record<string, string>) => Promise<string | null>;
  /** Links outside of the run's folder are laid by `lay`, which gives warnings of those that are not. */
  mountSkills: (skills: SkillToMount[], folder: string, env: Record<string, string>, lay: (links: Link[]) => string[]) => Promise<MountedSkills>;
  skillsHome: (env: Record<string, string>) => string;
  detectModel: (env: Record<string, string>) => Promise<{ model: string; source: string } | null>;
  /** The command that shows what is used of the limits, and how its screen is read. */
  usageCommand: string;
  quotaWindows: (screen: string, now: Date) => QuotaWindow[];
}

/** An id that may stand in a path and in an argument. */
export const SESSION_ID = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;

/** The adapter's arguments and then the user's: a flag that the user gives as well is the user's alone, since some CLIs refuse one that comes twice. */
export function withExtra(own: string[], extra: string[]): string[] {
  const flagOf = (word: string): string => /^--[\w-]+/.exec(word)?.[0] ?? "";
  const given = new Set(extra.map(flagOf).filter((flag) => flag !== ""));
  const isOut = (word: string | undefined): boolean => given.has(flagOf(word ?? ""));
  const kept = own.filter((word, at) => !isOut(word) && (word.startsWith("-") || !isOut(own[at - 1])));
  return [...kept, ...extra];
}
