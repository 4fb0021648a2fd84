import { listDead } from "../../db/outbox.ts";
import type { Check, Finding } from "./check.ts";
import type { Visit } from "./visit.ts";

/** Work in the background. */
export const JOBS: readonly Check[] = [
  {
    name: "jobs",
    title: "no background job has failed for good",
    after: ["database"],
    run: deadJobs,
  },
];

async function deadJobs({ desk }: Visit): Promise<Finding | null> {
  const database = await desk.open("as it is");
  try {
    const dead = await listDead(database.reader);
    if (dead.length === 0) return null;
    const named = dead.map(({ job, count, latest }) => `${count} × ${job}, last ${latest}`);
    return {
      problem: `Background jobs failed for good: ${named.join("; ")}.`,
      fix: "Mend what the server's log says at that time, and have the work done again in the web app. Failed jobs are deleted after 90 days.",
      isWarning: true,
    };
  } finally {
    await database.close();
  }
}
