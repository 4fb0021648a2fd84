import { findWrongTotal, RECOMPUTATION } from "../../domains/timesheet/kept-totals.ts";
import { findWrongFigure } from "../../domains/transactions/kept-figures.ts";
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
  {
    name: "books",
    title:
      "what is kept beside transactions follows from them, and the totals of months are their sums",
    after: ["database"],
    run: wrongFigure,
  },
];

async function wrongFigure({ desk }: Visit): Promise<Finding | null> {
  const database = await desk.open("as it is");
  try {
    const wrong = await findWrongFigure(database.reader);
    if (wrong === null) return null;
    return {
      problem: `A figure of the books is not what its transactions give: in team ${wrong.team_id} ${wrong.what}. There may be more.`,
      fix: "Take a backup, and report it: only the server writes these figures, beside the transactions. Until it is mended, reports may differ from the lists.",
    };
  } finally {
    await database.close();
  }
}

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
