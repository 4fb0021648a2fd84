import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { TestEvent } from "node:test/reporters";
import { tally } from "./tally.ts";
import { type Limits, TestProcess } from "./test-process.ts";

/** Long enough for a busy machine: what is well waits for none of them. */
const LIMITS = { test: 60_000, file: 60_000, end: 60_000 };

const GOOD = `test("good", () => {});`;

/** A file's failures by name, each with its text. */
const failuresIn = (events: readonly TestEvent[]) =>
  events.flatMap((event) =>
    event.type === "test:fail"
      ? [{ name: event.data.name, text: String(event.data.details.error.cause.stack) }]
      : [],
  );

type Ran = {
  readonly files: readonly string[];
  readonly events: readonly (readonly TestEvent[])[];
  readonly isSound: boolean;
  /** Reported after the last file. */
  readonly rest: readonly TestEvent[];
};

/** Runs files of these contents one after the other in one process. */
async function ran(t: TestContext, ...contents: readonly string[]): Promise<Ran> {
  return ranWithin(t, LIMITS, ...contents);
}

async function ranWithin(
  t: TestContext,
  limits: Limits,
  ...contents: readonly string[]
): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), "ledgerport-runner-"));
  t.after(() => rm(folder, { recursive: true }));
  const process = new TestProcess(limits);
  const files: string[] = [];
  const events: (readonly TestEvent[])[] = [];
  for (const [index, content] of contents.entries()) {
    const file = join(folder, `${index}.test.ts`);
    const imports = `import { after, afterEach, before, describe, mock, test } from "node:test";`;
    await writeFile(file, `${imports}\n${content}`);
    files.push(file);
    events.push(await process.run({ file, chromium: null, evidence: null }));
  }
  const { isSound } = process;
  return { files, events, isSound, rest: await process.end() };
}

/** Asserts that the first file alone fails, in its own name, and says what is wrong. */
function assertBlamed({ files, events, isSound }: Ran, text: RegExp): void {
  const [failure, ...others] = failuresIn(events[0] ?? []);
  assert.deepEqual([failure?.name, others], [files[0], []]);
  assert.match(failure?.text ?? "", text);
  assert.equal(isSound, false);
}

test("tests of several files run in one process and are counted file by file", async (t) => {
  const suite = `describe("some", () => { ${GOOD} test("skipped", { skip: true }, () => {}); });`;
  const { events, isSound, rest } = await ran(t, GOOD, GOOD + suite);
  assert.deepEqual(events.map(tally), [
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 2, failed: 0, skipped: 1 },
  ]);
  assert.deepEqual([isSound, rest], [true, []]);
});

test("a test that fails is named, with its error, and its process is not sound any more", async (t) => {
  const bad = `test("bad", () => { throw new Error("so bad"); });`;
  const { events, isSound } = await ran(t, `describe("some", () => { ${GOOD} ${bad} });`);
  assert.deepEqual(tally(events[0] ?? []), { passed: 1, failed: 1, skipped: 0 });
  const failure = failuresIn(events[0] ?? []).find(({ name }) => name === "bad");
  assert.match(failure?.text ?? "", /so bad/);
  assert.equal(isSound, false);
});

test("hooks at the top of a file are of its own tests alone, and run around them", async (t) => {
  const first = `
    const told = [];
    globalThis.told = told;
    before(async () => told.push("before"));
    afterEach(() => told.push("after each"));
    after(() => told.push("after"));
    test("good", () => told.push("test"));
    const late = await "defined before any test runs";
    test("other", () => { if (late === undefined) throw new Error("it ran too soon"); });
  `;
  const second = `
    import assert from "node:assert/strict";
    test("told", () => assert.equal(globalThis.told.join(), "before,test,after each,after each,after"));
    test("still", () => assert.equal(globalThis.told.length, 5));
  `;
  const { events } = await ran(t, first, second);
  assert.deepEqual(events.map(failuresIn), [[], []]);
});

test("a file that throws when it is imported fails", async (t) => {
  assertBlamed(await ran(t, `throw new Error("no import");`), /no import/);
});

test("a file with a syntax error fails", async (t) => {
  assertBlamed(await ran(t, `${GOOD} const = 3;`), /SyntaxError/);
});

test("a test that is never done is stopped", async (t) => {
  const work = `test("endless", () => new Promise(() => {})); ${GOOD}`;
  const { events, isSound } = await ranWithin(t, { ...LIMITS, test: 500 }, work);
  const [failure] = failuresIn(events[0] ?? []);
  assert.equal(failure?.name, "endless");
  assert.match(failure?.text ?? "", /timed out after 500ms/);
  assert.deepEqual(tally(events[0] ?? []), { passed: 1, failed: 1, skipped: 0 });
  assert.equal(isSound, false);
});

test("a file that never rests is stopped", async (t) => {
  const work = `test("busy", () => { for (;;); });`;
  assertBlamed(await ranWithin(t, { ...LIMITS, file: 2000 }, work), /longer than 2000 ms/);
});

for (const code of [0, 1]) {
  test(`a file that ends its process with ${code} fails`, async (t) => {
    const { files, events } = await ran(t, `${GOOD} test("exit", () => process.exit(${code}));`);
    const failures = failuresIn(events[0] ?? []);
    assert.deepEqual(
      failures.map(({ name }) => name),
      files,
    );
    assert.match(failures[0]?.text ?? "", new RegExp(`gone with ${code}`));
  });
}

test("a process that is killed fails the file that it ran", async (t) => {
  const work = `test("killed", () => { process.kill(process.pid, "SIGKILL"); });`;
  assertBlamed(await ran(t, work), /gone with SIGKILL/);
});

for (const late of [
  `Promise.reject(new Error("late"))`,
  `(() => { throw new Error("late"); })()`,
]) {
  test(`an error after the end of a test fails its file: ${late}`, async (t) => {
    const work = `test("early", () => { setTimeout(() => ${late}, 20); });`;
    assertBlamed(await ran(t, work), /after its tests: Error: late/);
  });

  test(`an error after the end of a file fails that file and not the next: ${late}`, async (t) => {
    const work = `test("early", () => { setTimeout(() => ${late}, 200).unref(); });`;
    const next = `test("next", () => new Promise((resolve) => setTimeout(resolve, 500)));`;
    const { files, events } = await ran(t, work, next);
    const [failure, ...others] = events.flatMap(failuresIn);
    assert.deepEqual([failure?.name, others], [files[0], []]);
    assert.deepEqual(
      events.map((some) => tally(some).passed),
      [1, 1],
    );
  });
}

test("an error while a test runs fails that test", async (t) => {
  const work = `test("meanwhile", () => new Promise(() => {
    setTimeout(() => Promise.reject(new Error("within")), 20);
  }));`;
  const { events } = await ran(t, work);
  const failures = failuresIn(events[0] ?? []);
  assert.deepEqual(
    failures.map(({ name }) => name),
    ["meanwhile"],
  );
  assert.match(failures[0]?.text ?? "", /within/);
});

test("a file that leaves a server open fails", async (t) => {
  const work = `
    import { createServer } from "node:http";
    test("open", (_, done) => void createServer().listen(0, done));
  `;
  const outcome = await ranWithin(t, { ...LIMITS, end: 200 }, work);
  assertBlamed(outcome, /left behind an open TCPServer/);
  assert.match(failuresIn(outcome.rest)[0]?.text ?? "", /does not end/);
});

test("a file that changes the environment or the folder fails", async (t) => {
  assertBlamed(await ran(t, `test("sets", () => { process.env["ODD"] = "1"; });`), /another ODD/);
  assertBlamed(await ran(t, `test("moves", () => process.chdir("/"));`), /another folder/);
});

test("clocks and methods that a file has replaced are the true ones for the next", async (t) => {
  const first = `test("mocks", () => {
    mock.timers.enable({ apis: ["Date", "setTimeout"] });
    mock.method(Math, "random", () => 7);
    globalThis.Response = class {};
  });`;
  const second = `
    import assert from "node:assert/strict";
    test("true ones", async () => {
      assert.ok(Date.now() > 0 && Math.random() < 1);
      assert.equal(await new Response("text").text(), "text");
      await new Promise((resolve) => setTimeout(resolve, 1));
    });
  `;
  const { events } = await ran(t, first, second);
  assert.deepEqual(events.map(failuresIn), [[], []]);
});

test("what is printed is kept with the file that printed it", async (t) => {
  const { events } = await ran(t, `console.log("one");`, `console.error("two");`);
  const printed = events.map((some) =>
    some.flatMap((event) => (event.type === "test:stdout" ? [event.data.message] : [])).join(""),
  );
  assert.deepEqual(printed, ["one\n", "two\n"]);
});
