import { findWrongTotal, RECOMPUTATION } from "../../domains/timesheet/kept-totals.ts";
import type { Check, Finding } from "./check.ts";
import type { Visit } from "./visit.ts";

/** Numbers that are kept beside the rows that they are computed from. */
export const TOTALS: readonly Check[] = [
  {
    name: "totals",
    title: "the kept totals of tracked time are the sums of the entries",
    after: ["database"],
    run: wrongTotal,
  },
];

async function wrongTotal({ desk }: Visit): Promise<Finding | null> {
  const database = await desk.open("as it is");
  try {
    const wrong = await findWrongTotal(database.reader);
    if (wrong === null) return null;
    const { team_id, project_id, assigned_id, kept, counted } = wrong;
    return {
      problem: `A kept total of tracked time is wrong: in team ${team_id} user ${assigned_id} has ${counted} seconds on project ${project_id}, and ${kept} are kept. There may be more.`,
      fix: `Stop the server, take a backup, and run this SQL on the database: ${RECOMPUTATION} If it happens again, report it: triggers keep these totals.`,
    };
  } finally {
    await database.close();
  }
}
