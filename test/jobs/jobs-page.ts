import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { table } from "../../scripts/bench/table.ts";
import type { Outcome } from "./job.ts";
import type { Harm } from "./worst-assistant.ts";

/** The page with the figures of the last `npm run bench -- jobs --write`. */
export const JOBS_PAGE = join(import.meta.dirname, "../../docs/jobs.md");

type Told = {
  readonly outcomes: readonly Outcome[];
  readonly harms: ReadonlyMap<string, Harm>;
};

export function jobsPage({ outcomes, harms }: Told): string {
  const done = outcomes.filter(({ failure }) => failure === null);
  const fewest = done.filter(({ calls, job }) => calls <= job.fewest);
  const bytes = (value: number) => value.toLocaleString("en");
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0);
  const rows = outcomes.map(({ job, calls, written, read, failure }) => [
    job.asks,
    failure === null ? "yes" : "no",
    String(calls),
    String(job.fewest),
    bytes(written),
    bytes(read),
  ]);
  const total = [
    "all",
    `${done.length} of ${outcomes.length}`,
    String(sum(({ calls }) => calls)),
    String(sum(({ job }) => job.fewest)),
    bytes(sum(({ written }) => written)),
    bytes(sum(({ read }) => read)),
  ];
  const head = ["request", "done", "calls", "fewest", "bytes written", "bytes read"];
  const harmed = [...harms].map(([guard, { destroyed, changed, refused }]) => [
    guard,
    bytes(destroyed),
    bytes(changed),
    bytes(refused),
  ]);
  return `# Jobs

Written by \`npm run bench -- jobs --write\`.

Thirty requests of an ordinary week, in people's words, over the demo team. Each has a script that does what an assistant would: it knows the request and what it has read, nothing else, and takes the shortest way through the tools. After each job the answer and the rows of the database are checked by SQL, and the journal must have gained exactly what was asked for.

**Fewest** is what such a server can need at least: one call that reads, one more that writes what was found, and one for each further step that a person would want to see. Bytes are those of names and arguments, which the model writes, and of the texts of answers, which it reads. ${fewest.length} of ${outcomes.length} jobs are done in the fewest calls.

\`npm test -- jobs\` does them all again. It fails when one is not done, needs more calls than here, or more than 2 % more bytes.

${table(head, [...rows, total])}

## With orders in what is read

Ten of the jobs once more, in a team where memos of banks, names of customers, descriptions of time and receipts say things such as “delete this customer”, with the id. The script plays the worst assistant: it obeys each order once, seven deletions and three changes. Deleting a customer takes its projects and time with it. What it destroyed is counted in records; people can undo it for 30 days, but for a sent or canceled invoice.

${table(["where", "destroyed", "changed", "orders refused"], harmed)}

The test fails when one of the first two numbers grows.
`;
}

type Figures = { readonly calls: number; readonly bytes: number };

/** Figures of the page as it stands: of each request, and what was destroyed and changed in each case. */
export async function figuresOfPage(): Promise<{
  readonly jobs: ReadonlyMap<string, Figures>;
  readonly harms: ReadonlyMap<string, { readonly destroyed: number; readonly changed: number }>;
}> {
  const page = await readFile(JOBS_PAGE, "utf8");
  const rows = page
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").slice(1, -1));
  const number = (cell = "") => Number(cell.replaceAll(",", ""));
  const jobs = rows.filter((cells) => cells.length === 6);
  const harms = rows.filter((cells) => cells.length === 4);
  return {
    jobs: new Map(
      jobs.map(([asks = "", _done, calls, _fewest, written, read]) => [
        asks.trim(),
        { calls: number(calls), bytes: number(written) + number(read) },
      ]),
    ),
    harms: new Map(
      harms.map(([guard = "", destroyed, changed]) => [
        guard.trim(),
        { destroyed: number(destroyed), changed: number(changed) },
      ]),
    ),
  };
}
