/** What belongs to a subscription and to an agent rather than to a run: usage of the limits, skills. */

import { RESETS, USED } from "../account.ts";
import { makeAccount } from "../homes.ts";
import type { Json } from "../server.ts";
import { until } from "../server.ts";
import { assert } from "../stage.ts";
import type { Case } from "./case.ts";
import { BOTH } from "./case.ts";
import { leavesNothing, sessionOf, succeeded } from "./tasks.ts";

interface Window {
  label: string;
  usedPercent: number | null;
  resetsAt: string | null;
}

export const account: Case[] = [
  {
    name: "what is used of the limits, read from the CLI's own panel",
    types: BOTH,
    quick: BOTH,
    run: async (stage) => {
      makeAccount(stage.cli, stage.version);
      let answer: Json = {};
      // Like a person who presses the button again: the server waits 20 s, which a loaded machine may need for a start.
      await until(() => JSON.stringify(answer), 90, async () => {
        const all = (await stage.paperclip.get(`/api/companies/${stage.company}/costs/quota-windows`)) as unknown as Json[];
        answer = all.find((one) => one.source === stage.type) ?? { all };
        return answer.ok === true;
      });
      const [session, week] = answer.windows as Window[];
      assert(session?.usedPercent === USED.session && week?.usedPercent === USED.week, JSON.stringify(answer));
      const isAt = (told: string | null, seconds: number): boolean => Math.abs(Date.parse(told ?? "") - Date.now() - seconds * 1_000) < 10 * 60_000;
      assert(isAt(session.resetsAt, RESETS.session) && isAt(week.resetsAt, RESETS.week), JSON.stringify(answer));
    },
  },
  {
    name: "a skill: heard by the model, outside of the working folder, gone afterwards",
    types: BOTH,
    quick: BOTH,
    run: async (stage) => {
      const slug = `zebras-${stage.cli}-${stage.version.replace(/\W/g, "-")}`;
      const description = `How the stripes of ${stage.cli}'s zebras are counted`;
      await stage.paperclip.post(`/api/companies/${stage.company}/skills`, { name: slug, slug, description, markdown: `---\nname: ${slug}\ndescription: ${description}\n---\n\nCount them twice.\n` });
      const agent = await stage.agent();
      const heard = await stage.play(agent, "[[play 1: say Nothing of zebras.]]");
      succeeded(heard);
      assert(!stage.model.wasTold(String(sessionOf(heard)), description), "a skill that the agent does not have is not told");
      const synced = await stage.paperclip.post(`/api/agents/${agent.id}/skills/sync`, { desiredSkills: [slug], mode: "add" });
      assert(JSON.stringify(synced).includes(slug), JSON.stringify(synced));
      const listed = (await stage.paperclip.get(`/api/agents/${agent.id}/skills`)) as { supported: boolean; entries: Json[] };
      assert(listed.supported && listed.entries.some((entry) => String(entry.key).includes(slug) && entry.desired === true), JSON.stringify(listed));
      await stage.calm(agent);
      const done = await stage.play(agent, "[[play 1: say Counted.]]");
      succeeded(done);
      assert(stage.model.wasTold(String(sessionOf(done)), description), `the model is told of the skill\n${done.log}`);
      await leavesNothing(stage, agent, done.runId);
    },
  },
];
