import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = join(import.meta.dirname, "..");

/** Names that two files give to values, each with the reason. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ["Choices", "answers to the questions of a file, and radio buttons"],
  ["ProjectPage", "an answer of the server, and the page that shows it"],
  ["RuleList", "an answer of the server, and the list that shows it"],
  ["counted", "a number with its noun; in the browser with its thousands"],
  ["endSession", "the server's verb, and the call of the browser"],
  ["events", "the form of an answer, and all events of tools and routes"],
  ["isCapped", "of a key's reach on the server, and of the reader's in the browser"],
  ["later", "the later of two moments, and a component that is loaded later"],
  ["readAs", "a reading that is a value, and a value of a stored column"],
  ["textOf", "the text of a page of a paper, and of a piece of a sentence"],
  ["unreadable", "a body that cannot be read, and a field"],
]);

const EXPORT = /^export (?:async )?(?:function\*?|class|const) (\w+)/gm;

test("an exported name of a value stands in one file", () => {
  const files = globSync("{src,web}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const found = files.flatMap((file) => namesIn(readFileSync(join(ROOT, file), "utf8")));
  const byName = Map.groupBy(found, (name) => name);
  const shared = [...byName].filter(([, places]) => places.length > 1).map(([name]) => name);
  assert.ok(byName.size > 1000);
  assert.deepEqual(shared.toSorted(), [...ALLOWED.keys()].toSorted());
});

/** Overloads of a function name it once. */
function namesIn(source: string): readonly string[] {
  return [...new Set([...source.matchAll(EXPORT)].map(([, name = ""]) => name))];
}
