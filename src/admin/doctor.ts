import { z } from "zod";
import { command } from "./command.ts";
import { CHECKS } from "./doctor/checks.ts";
import { DIRECTORIES } from "./doctor/directories.ts";
import { type Check, type Finding, Unreachable, type Visit, visitOf } from "./doctor/visit.ts";

const url = z
  .string()
  .transform((url) => url.replace(/\/$/, ""))
  .refine(
    (url) => /^https?:/.test(url) && URL.parse(url)?.origin === url,
    "must be like https://books.example: no path",
  )
  .optional()
  .describe("URL");

export const doctor = command({
  name: "doctor",
  purpose:
    "Checks the running server at BASE_URL, or at URL, as clients use it, and reports problems.",
  event: null,
  database: "none",
  options: z.strictObject({ url, directories: z.boolean().optional() }),
  run: async (desk, { url, directories: isAsked = false }) => {
    const { baseUrl } = desk.settings();
    const visit = visitOf(desk, url ?? baseUrl, baseUrl);
    const checks = await examine(CHECKS, visit);
    const directories = isAsked ? (await examine(DIRECTORIES, visit)).map(asAdvice) : [];
    return { ok: checks.every(({ ok }) => ok), checks, ...(isAsked ? { directories } : {}) };
  },
  say: ({ ok, checks, directories }) => [
    ...(directories === undefined ? [] : linesOfDirectories(directories)),
    ...checks.flatMap(linesOf),
    "",
    ok
      ? "No problems found."
      : `${checks.filter(({ ok }) => !ok).length} of ${checks.length} failed.`,
  ],
  isGood: ({ ok }) => ok,
});

function linesOfDirectories(advice: readonly Examined[]): readonly string[] {
  return [
    "A directory of connectors, such as Claude's or ChatGPT's, would refuse what has a !. The server works all the same.",
    ...advice.flatMap(linesOf),
    "",
  ];
}

/** It never makes the doctor fail. */
function asAdvice(examined: Examined): Examined {
  return { ...examined, ok: true };
}

function linesOf({ name, ok, title, problem, fix }: Examined): readonly string[] {
  const mark = ok ? (problem === null ? "✓" : "!") : "✗";
  if (problem === null) return [`${mark} ${name}: ${title}`];
  return [`${mark} ${name}: ${problem}`, ...(fix === null ? [] : [`    ${fix}`])];
}

type Examined = {
  readonly name: string;
  readonly ok: boolean;
  readonly title: string;
  readonly problem: string | null;
  readonly fix: string | null;
};

/** Skips checks that depend on a failed one. */
async function examine(checks: readonly Check[], visit: Visit): Promise<readonly Examined[]> {
  const examined: Examined[] = [];
  const passed = new Set<string>();
  for (const { name, title, after, run } of checks) {
    if (!after.every((name) => passed.has(name))) continue;
    const finding = await run(visit).catch(findingOf);
    if (finding === "left out") continue;
    const ok = finding === null || finding.isWarning === true;
    if (ok) passed.add(name);
    const { problem = null, fix = null } = finding ?? {};
    examined.push({ name, ok, title, problem, fix });
  }
  return examined;
}

function findingOf(error: unknown): Finding {
  if (error instanceof Unreachable) return error.finding;
  throw error;
}
