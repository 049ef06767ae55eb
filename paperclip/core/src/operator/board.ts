/** Asking the board: one question on the task, by the run's own key, answered on Paperclip's page. */

import { legible, shortened } from "../log/legible.ts";
import { sleep } from "../host/process.ts";
import { objectOf, objectsOf, stringOf } from "../transcript/reader.ts";

export interface BoardQuestion {
  /** The same question is put once however often it is sent. */
  key: string;
  title: string;
  prompt: string;
  help: string;
  options: { id: string; label: string; description: string | null }[];
  several: boolean;
  takesText: boolean;
  /** Whether the answer starts a run: nobody waits for it. */
  wakes?: boolean;
}

export type BoardState =
  | { state: "pending" }
  | { state: "answered"; optionIds: string[]; text: string | null }
  | { state: "closed"; how: string };

export interface BoardAccess {
  apiUrl: string;
  token: string;
  runId: string;
  issueId: string;
}

/** How often a question is put before the board counts as out of reach. */
const MOST_TRIES = 5;

/** An answer of the board that is an error. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`the board answered ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

/** Characters that the server takes. */
export const MOST = { title: 240, prompt: 4_000, label: 900 };

/** The only way onto the board: nothing that stands there hides, and what is cut is marked. */
const shown = (text: string, most: number): string => shortened(legible(text), most);

export class Board {
  readonly #access: BoardAccess;
  readonly #fetch: typeof fetch;
  readonly #pause: number;

  constructor(access: BoardAccess, fetcher: typeof fetch = fetch, pauseMs = 1_000) {
    this.#access = access;
    this.#fetch = fetcher;
    this.#pause = pauseMs;
  }

  /** Puts a question; gives its id. Throws with the server's words, at once where it refuses and after some tries else. */
  async ask(question: BoardQuestion, signal?: AbortSignal): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#put(question);
      } catch (error) {
        const isFinal = error instanceof Refused && error.status < 500 && error.status !== 429;
        if (isFinal || tries >= MOST_TRIES) throw error;
        await sleep(this.#pause * 2 ** (tries - 1), signal);
        if (signal?.aborted) throw error;
      }
    }
  }

  async #put(question: BoardQuestion): Promise<string> {
    const title = shown(question.title, MOST.title);
    const answer = await this.#call("POST", "", {
      kind: "ask_user_questions",
      idempotencyKey: question.key,
      title,
      continuationPolicy: question.wakes ? "wake_assignee" : "none",
      sourceRunId: this.#access.runId,
      resolverPolicy: "human_only",
      payload: {
        version: 1,
        title,
        submitLabel: "Answer",
        questions: [
          {
            id: "answer",
            prompt: shown(question.prompt, MOST.prompt),
            ...(question.help !== "" && { helpText: shown(question.help, MOST.prompt) }),
            selectionMode: question.several ? "multi" : "single",
            required: true,
            allowOther: question.takesText,
            options: question.options.map((option) => ({
              id: option.id,
              label: shown(option.label, MOST.label) || "(no label)",
              ...(option.description && { description: shown(option.description, MOST.label) }),
            })),
          },
        ],
      },
    });
    const id = stringOf(objectOf(answer)?.id);
    if (!id) throw new Error("the board's answer names no question");
    return id;
  }

  async #all(): Promise<Record<string, unknown>[]> {
    const listed = await this.#call("GET", "");
    return objectsOf(Array.isArray(listed) ? listed : (objectOf(listed)?.interactions ?? []));
  }

  /** Whether a question of this title waits for its answer. */
  async isPending(title: string): Promise<boolean> {
    const put = shown(title, MOST.title);
    return (await this.#all()).some((item) => item.status === "pending" && item.title === put);
  }

  /** How a question stands. */
  async state(id: string): Promise<BoardState> {
    const found = (await this.#all()).find((item) => item.id === id);
    const status = stringOf(found?.status) ?? "gone";
    if (status === "pending") return { state: "pending" };
    const answer = objectsOf(objectOf(found?.result)?.answers)[0];
    const optionIds = Array.isArray(answer?.optionIds) ? answer.optionIds.filter((item) => typeof item === "string") : [];
    const text = stringOf(answer?.otherText)?.trim() ?? "";
    if (status === "answered" && (optionIds.length > 0 || text !== "")) {
      return { state: "answered", optionIds, text: text === "" ? null : text };
    }
    return { state: "closed", how: status };
  }

  /** Takes a question back; one that cannot be taken back stays, and that is no error. */
  async withdraw(id: string, reason: string): Promise<void> {
    await this.#call("POST", `/${encodeURIComponent(id)}/withdraw`, { reason }).catch(() => undefined);
  }

  async #call(method: string, path: string, body?: object): Promise<unknown> {
    const { apiUrl, token, runId, issueId } = this.#access;
    const response = await this.#fetch(`${apiUrl}/api/issues/${encodeURIComponent(issueId)}/interactions${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "x-paperclip-run-id": runId, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Refused(response.status, text);
    return JSON.parse(text);
  }
}
