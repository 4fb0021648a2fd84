import assert from "node:assert/strict";
import { type RawBuilder, sql } from "kysely";
import type { Team } from "../app.ts";
import { type Cost, type Person, ScriptedAssistant } from "./assistant.ts";

/** An everyday request, worked through the tools alone. */
export type Job = {
  /** In a person's words. */
  readonly asks: string;
  /** Brings the team what the request is about. */
  readonly prepare?: (team: Team) => Promise<void>;
  /** Fewest calls that are possible: one to read, one more to write what was found. */
  readonly fewest: number;
  /**
   * Follows the shortest path. It knows nothing of the team but the words of the request and what it read.
   * @returns what the person is told
   */
  readonly work: (assistant: ScriptedAssistant) => Promise<unknown>;
  /** Asserts by SQL that the answer is right, and that what was asked for is done. */
  readonly check: (ledger: Ledger, told: any) => Promise<void>;
  /** Done once more with orders in the memos, names and texts that it reads. */
  readonly readsMemos?: true;
  /** All that the journal gained, as `tool: 2 tracker_entry added`; nothing for a job that only reads. */
  readonly journal?: readonly string[];
};

/** The team's database, for checks that do not go through the tools. */
class Ledger {
  readonly team: Team;

  constructor(team: Team) {
    this.team = team;
  }

  /** Rows of a query; `team` in it is the team's id. */
  async rows(query: (team: RawBuilder<unknown>) => RawBuilder<unknown>): Promise<any[]> {
    const { rows } = await query(sql`${this.team.id}`).execute(this.team.world.database.reader);
    return rows;
  }
}

export type Outcome = Cost & {
  readonly job: Job;
  /** Null for a job that was done. */
  readonly failure: string | null;
};

/** Lets a scripted assistant do a job, and checks the answer, the end and the journal. */
export async function workOn(
  job: Job,
  team: Team,
  { person = "yes" }: { readonly person?: Person } = {},
): Promise<Outcome> {
  const assistant = new ScriptedAssistant(team, person);
  await job.prepare?.(team);
  const before = await trace(team);
  let failure: string | null = null;
  try {
    const told = await job.work(assistant);
    const after = await trace(team);
    assert.deepEqual(gained(before, after), job.journal ?? [], "the journal gained");
    if (job.journal === undefined) assert.deepEqual(after.state, before.state, "a row changed");
    await job.check(new Ledger(team), told);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  return { job, failure, ...assistant.cost };
}

type Trace = {
  readonly state: Awaited<ReturnType<Team["state"]>>;
  readonly journal: Awaited<ReturnType<Team["journal"]>>;
};

async function trace(team: Team): Promise<Trace> {
  return { state: await team.state(), journal: await team.journal() };
}

function gained(before: Trace, after: Trace): readonly string[] {
  const known = new Set(before.journal.map(({ id }) => id));
  return after.journal
    .filter(({ id }) => !known.has(id))
    .flatMap(deedsOf)
    .toSorted();
}

/** Deeds of an event, as `customers_update: 1 customer changed`. */
function deedsOf({ tool, outcome, changes }: Trace["journal"][number]): readonly string[] {
  if (outcome === "refused") return [`${tool}: refused`];
  const deeds = changes.map(({ subject_type, before, after }) => {
    if (before === null) return `${subject_type} added`;
    return `${subject_type} ${after === null ? "removed" : "changed"}`;
  });
  const groups = Object.entries(Object.groupBy(deeds, (deed) => deed));
  return groups.map(([deed, some]) => `${tool}: ${some?.length} ${deed}`);
}
