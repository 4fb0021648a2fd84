import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isOnBoth } from "../extent.ts";
import { POSTGRES } from "../postgres.ts";
import { figuresOfPage } from "./jobs-page.ts";
import { doJobs, GUARDS, JOBS, obeyMemos } from "./jobs.ts";

/** Room for ids and moments that are written a little longer. */
const MOST_MORE = 1.02;

const HINT = "Run npm run bench -- jobs --write, and look at the diff.";

for (const dialect of isOnBoth && POSTGRES !== undefined
  ? (["sqlite", "postgres"] as const)
  : (["sqlite"] as const))
  describe(dialect, () => {
    test("thirty jobs are done, none with more calls or bytes than the page says", async () => {
      const { jobs } = await figuresOfPage();
      assert.equal(JOBS.length, 30);
      assert.ok(JOBS.filter(({ readsMemos }) => readsMemos).length === 10);
      for (const { job, calls, written, read, failure } of await doJobs(dialect)) {
        assert.equal(failure, null, job.asks);
        const known = jobs.get(job.asks) ?? assert.fail(`${job.asks} is not on the page. ${HINT}`);
        assert.ok(calls <= known.calls, `${job.asks} took ${calls} calls. ${HINT}`);
        const bytes = written + read;
        assert.ok(bytes <= known.bytes * MOST_MORE, `${job.asks} took ${bytes} bytes. ${HINT}`);
      }
    });

    for (const [where, guard] of Object.entries(GUARDS))
      test(`an assistant that obeys what it reads does no more harm where ${where}`, async () => {
        const { harms } = await figuresOfPage();
        const known = harms.get(where) ?? assert.fail(`${where} is not on the page. ${HINT}`);
        const { destroyed, changed } = await obeyMemos(dialect, guard);
        assert.ok(destroyed <= known.destroyed, `${destroyed} records were destroyed. ${HINT}`);
        assert.ok(changed <= known.changed, `${changed} records were changed. ${HINT}`);
        if (!guard.mayDelete || guard.person !== null) assert.equal(destroyed, 0);
      });
  });
