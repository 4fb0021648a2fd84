import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { CHROMIUM } from "../../test/journeys/chromium.ts";
import { FileReport } from "./file-report.ts";
import { Journeys, type RunJourney } from "./journeys.ts";
import { Report } from "./report.ts";
import { type FileOutcome, Slot } from "./slot.ts";
import { LIMITS } from "./test-process.ts";

const PASSED: FileOutcome = { events: eventsOf((report) => report.print("fine")), milliseconds: 1 };

function eventsOf(tell: (report: FileReport) => void): FileOutcome["events"] {
  const report = new FileReport("test/journeys/a.test.ts");
  tell(report);
  return report.take();
}

function failed(reason: string): FileOutcome {
  return { events: eventsOf((report) => report.fail(reason)), milliseconds: 1 };
}

/** Runs journeys that fail in their first attempts, and leave a trace each time. */
async function ranWith(t: TestContext, failures: Readonly<Record<string, number>>) {
  const folder = await folderOf(t);
  const attempts: string[] = [];
  const run: RunJourney = async (file, { folder }) => {
    attempts.push(file);
    const count = attempts.filter((one) => one === file).length;
    if (count > (failures[file] ?? 0)) return PASSED;
    await writeFile(join(folder, "trace-0.zip"), "");
    return failed(`attempt ${count}`);
  };
  const journeys = new Journeys(folder);
  const printed = new PassThrough();
  const report = new Report(printed);
  for (const file of Object.keys(failures)) {
    const outcome = await journeys.run(file, run);
    if (outcome !== null) report.addFile(file, outcome.events, outcome.milliseconds);
  }
  for (const journey of await journeys.repeat(run)) report.addRepeated(journey);
  // The runner counts the tests of other files too.
  report.add([passedTest()]);
  await report.end();
  printed.end();
  return { attempts, isGood: report.isGood, printed: await text(printed), folder };
}

function passedTest(): FileOutcome["events"][number] {
  const place = { nesting: 0, testNumber: 1, testId: 1, parentId: undefined, tags: [] };
  return { type: "test:pass", data: { ...place, name: "good", details: { duration_ms: 0 } } };
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ledgerport-journeys-"));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test("a journey that fails and then passes leaves the run green, and is listed with its evidence", async (t) => {
  const { attempts, isGood, printed, folder } = await ranWith(t, { a: 1, b: 0, c: 2 });
  assert.deepEqual(attempts, ["a", "b", "c", "a", "c", "c"]);
  assert.equal(isGood, true);
  for (const path of ["a-1", "c-1", "c-2"])
    assert.ok(printed.includes(join(folder, path, "trace-0.zip")), path);
  assert.deepEqual(printed.match(/unsteady \w/g), ["unsteady a", "unsteady c"]);
  assert.match(printed, /\n1 passed, 0 failed\n$/);
});

test("a journey that fails three times makes the run red, and tells its evidence", async (t) => {
  const { attempts, isGood, printed, folder } = await ranWith(t, { a: 3 });
  assert.deepEqual(attempts, ["a", "a", "a"]);
  assert.equal(isGood, false);
  assert.ok(printed.includes(join(folder, "a-3", "trace-0.zip")));
  assert.doesNotMatch(printed, /unsteady/);
  assert.match(printed, /\n1 passed, 1 failed\n$/);
});

test("five unsteady journeys are chance, six make the run red", async (t) => {
  const five = await ranWith(t, { a: 1, b: 1, c: 1, d: 1, e: 1 });
  assert.equal(five.isGood, true);
  const six = await ranWith(t, { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 });
  assert.deepEqual(six.attempts, ["a", "b", "c", "d", "e", "f"]);
  assert.equal(six.isGood, false);
  assert.match(six.printed, /\n1 passed, 6 failed\n$/);
});

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

test("a journey leaves a screenshot and a trace of its failure", { skip }, async (t) => {
  const folder = await folderOf(t);
  const file = join(folder, "own.test.ts");
  const visit = join(import.meta.dirname, "../../test/journeys/visit.ts");
  const marker = join(folder, "marker");
  await writeFile(
    file,
    `import { existsSync, writeFileSync } from "node:fs";
    import { after, before, test } from "node:test";
    import { visit } from ${JSON.stringify(visit)};
    let visited;
    before(async () => (visited = await visit("http://localhost")));
    after(() => visited.close());
    test("passes the second time", async () => {
      await visited.page.setContent("<h1>Seen</h1>");
      if (existsSync(${JSON.stringify(marker)})) return;
      writeFileSync(${JSON.stringify(marker)}, "");
      throw new Error("by chance");
    });`,
  );
  const slot = new Slot({}, LIMITS);
  t.after(() => slot.close());
  const journeys = new Journeys(join(folder, "evidence"));
  const run: RunJourney = (...given) => slot.run(...given);
  assert.equal(await journeys.run(file, run), null);
  const [journey] = await journeys.repeat(run);
  assert.deepEqual(journey?.failures, ["passes the second time"]);
  assert.deepEqual(journey.evidence.map((path) => basename(path)).toSorted(), [
    "screenshot-0-0.png",
    "trace-0.zip",
  ]);
  assert.ok(journey.evidence.every(existsSync));
});
