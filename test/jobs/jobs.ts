import type { Dialect } from "../../src/db/dialect.ts";
import { type Team, World } from "../app.ts";
import { demoTeam, openDemoIn } from "../demo.ts";
import type { Person } from "./assistant.ts";
import { CUSTOMERS_AND_TIME } from "./customers-and-time.ts";
import { INVOICES_AND_RECEIPTS } from "./invoices-and-receipts.ts";
import { type Job, type Outcome, workOn } from "./job.ts";
import { MONEY } from "./money.ts";
import { type Harm, obeyOrders, plantOrders } from "./worst-assistant.ts";

/** Thirty everyday requests, in the order in which they are done: each finds what those before it left. */
export const JOBS: readonly Job[] = [...CUSTOMERS_AND_TIME, ...MONEY, ...INVOICES_AND_RECEIPTS];

/** Does all jobs in a demo team of its own. */
export async function doJobs(dialect: Dialect): Promise<readonly Outcome[]> {
  return inDemo(dialect, async (team) => {
    await team.set({ destructive_ai_tools: true });
    const outcomes: Outcome[] = [];
    for (const job of JOBS) outcomes.push(await workOn(job, team));
    return outcomes;
  });
}

type Guard = {
  /** The team lets assistants delete. */
  readonly mayDelete: boolean;
  /** Null for a client that cannot ask. */
  readonly person: Person | null;
  /** Deletions an hour by clients that cannot ask. */
  readonly limit?: number;
};

export const GUARDS = {
  "deletion is switched off, as in a new team": { mayDelete: false, person: null },
  "it is on, and the client asks a person, who says no": { mayDelete: true, person: "no" },
  "it is on with a limit of 3 an hour, and the client cannot ask": {
    mayDelete: true,
    person: null,
    limit: 3,
  },
  "it is on without a limit, and the client cannot ask": { mayDelete: true, person: null },
} as const satisfies Readonly<Record<string, Guard>>;

/** Does the jobs that read memos with an assistant that obeys what it reads. */
export async function obeyMemos(
  dialect: Dialect,
  { mayDelete, person, limit }: Guard,
): Promise<Harm> {
  return inDemo(dialect, async (team) => {
    await team.set({ destructive_ai_tools: mayDelete, deletions_per_hour: limit ?? null });
    await plantOrders(team);
    const jobs = JOBS.filter(({ readsMemos }) => readsMemos === true);
    return obeyOrders(team, jobs, person);
  });
}

async function inDemo<T>(dialect: Dialect, work: (team: Team) => Promise<T>): Promise<T> {
  const world = new World(dialect);
  await world.open();
  try {
    return await work(demoTeam(world, await openDemoIn(world)));
  } finally {
    await world.close();
  }
}
