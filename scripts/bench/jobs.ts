import { writeFile } from "node:fs/promises";
import type { Dialect } from "../../src/db/dialect.ts";
import { JOBS_PAGE, jobsPage } from "../../test/jobs/jobs-page.ts";
import { doJobs, GUARDS, obeyMemos } from "../../test/jobs/jobs.ts";
import type { Harm } from "../../test/jobs/worst-assistant.ts";

/**
 * Does thirty everyday jobs through the tools, and some of them once more with an assistant that obeys what it reads.
 * @param isWritten replaces docs/jobs.md
 */
export async function measureJobs(dialect: Dialect, isWritten: boolean): Promise<string> {
  const outcomes = await doJobs(dialect);
  const harms = new Map<string, Harm>();
  for (const [where, guard] of Object.entries(GUARDS))
    harms.set(where, await obeyMemos(dialect, guard));
  const page = jobsPage({ outcomes, harms });
  if (isWritten) await writeFile(JOBS_PAGE, page);
  const failures = outcomes.flatMap(({ job, failure }) =>
    failure === null ? [] : [`Not done: ${job.asks}\n${failure}`],
  );
  return [page, ...failures].join("\n");
}
