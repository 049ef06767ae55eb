/** All cases, in the order in which they run. */

import { account } from "./account.ts";
import type { Case } from "./case.ts";
import { local } from "./local.ts";
import { operator } from "./operator.ts";
import { parser } from "./parser.ts";
import { pictures } from "./pictures.ts";
import { processes } from "./processes.ts";
import { setup } from "./setup.ts";
import { tasks } from "./tasks.ts";
import { trouble } from "./trouble.ts";

export const cases: Case[] = [...setup, ...account, ...tasks, ...operator, ...trouble, ...processes, ...pictures, ...local, ...parser];
