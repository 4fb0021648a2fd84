import { z } from "zod";
import { command } from "./command.ts";
import { type Examined, examine } from "./doctor/check.ts";
import { CHECKS } from "./doctor/checks.ts";
import { visitOf } from "./doctor/visit.ts";

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
  options: z.strictObject({ url }),
  run: async (desk, { url }) => {
    const { baseUrl } = desk.settings();
    const checks = await examine(CHECKS, visitOf(desk, url ?? baseUrl, baseUrl));
    return { ok: checks.every(({ ok }) => ok), checks };
  },
  say: ({ ok, checks }) => [
    ...checks.flatMap(linesOf),
    "",
    ok
      ? "No problems found."
      : `${checks.filter(({ ok }) => !ok).length} of ${checks.length} failed.`,
  ],
  isGood: ({ ok }) => ok,
});

function linesOf({ name, ok, title, problem, fix }: Examined): readonly string[] {
  const mark = ok ? (problem === null ? "✓" : "!") : "✗";
  if (problem === null) return [`${mark} ${name}: ${title}`];
  return [`${mark} ${name}: ${problem}`, ...(fix === null ? [] : [`    ${fix}`])];
}
