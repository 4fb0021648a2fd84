import type { ImportedFile } from "../domains/imports/commit-import.ts";
import type { ImportPreview } from "../domains/imports/preview-import.ts";
import { decimalText } from "../shared/money.ts";
import { counted } from "../shared/words.ts";

/** The command line that goes on; null while questions or errors are open. */
export type Planned = ImportPreview & { readonly next: string | null };

/** Says the plan of an import, or what was imported, in lines for people. */
export function sayImport(answer: Planned | ImportedFile): readonly string[] {
  if ("event" in answer) {
    const { added, updated } = answer;
    return [
      `${counted(added, "transaction")} added, ${updated} updated. Activity in the web app undoes it.`,
    ];
  }
  return [
    `${answer.dialect} (${answer.format}, ${answer.encoding})`,
    ...answer.notices.map((notice) => `  ${notice}`),
    ...answer.accounts.flatMap(accountLines),
    ...answer.other_accounts.map(
      ({ number, currency, rows }) =>
        `Left out: ${counted(rows, "row")} of ${number ?? "an account"} in ${currency ?? "a currency"} that is not here.`,
    ),
    ...errorLines(answer),
    ...questionLines(answer),
    "",
    ...endOf(answer),
  ];
}

type Account = ImportPreview["accounts"][number];

function accountLines(account: Account): readonly string[] {
  const { name, currency, first, last, counts, gap, overlap, jump, learns_number } = account;
  const rows = Object.entries(counts).filter(([, { count }]) => count > 0);
  return [
    "",
    first === null ? `${name}: no rows` : `${name}, ${first} to ${last}`,
    ...inColumns([
      ["", "rows", `sum in ${currency}`, "imported"],
      ...rows.map(([action, { count, minor, taken }]) => [
        action,
        String(count),
        decimalText(minor, currency),
        String(taken),
      ]),
    ]),
    `  ${balanceLine(account)}`,
    ...(gap === null ? [] : [`  No file covers ${gap.from} to ${gap.to}.`]),
    ...(jump === null
      ? []
      : [
          `  Between ${jump.from} and ${jump.to}, ${decimalText(jump.minor, currency)} moved that no transaction has.`,
        ]),
    ...(overlap === null ? [] : [`  An earlier file covers ${overlap.from} to ${overlap.to} too.`]),
    ...(learns_number ? ["  The account gets the number that the file names."] : []),
    ...lookLines(account),
  ];
}

function balanceLine({ balance_check, difference, closing, currency }: Account): string {
  if (balance_check === "not stated") return "Balances: the file states none.";
  const end = closing === null ? "" : ` ${decimalText(closing.minor, currency)}`;
  return balance_check === "agrees"
    ? `Balances: the rows give the closing balance${end}.`
    : `Balances: the closing balance${end} differs from the rows by ${decimalText(difference ?? 0, currency)}.`;
}

const MOST_LINES = 20;

/** Rows that a person should look at before they import. */
function lookLines({ rows, currency }: Account): readonly string[] {
  const some = rows.filter(({ action }) => action !== "new" && action !== "duplicate");
  if (some.length === 0) return [];
  const more = some.length - MOST_LINES;
  return [
    "  To look at:",
    ...inColumns(
      some
        .slice(0, MOST_LINES)
        .map(({ line, date, minor, name, action, why }) => [
          `  line ${line}`,
          date,
          decimalText(minor, currency),
          action,
          `${name}: ${why}`,
        ]),
    ),
    ...(more > 0 ? [`  and ${more} more: see --json`] : []),
  ];
}

function errorLines({ errors: { count, first } }: ImportPreview): readonly string[] {
  if (count === 0) return [];
  return [
    "",
    `${counted(count, "row")} cannot be read:`,
    ...first.slice(0, MOST_LINES).map(({ line, why, text }) => `  line ${line}: ${why} ${text}`),
  ];
}

function questionLines({ questions }: ImportPreview): readonly string[] {
  return questions.flatMap(({ id, text, choices }) => [
    "",
    text,
    ...choices.map(
      ({ value, label }) =>
        `  ${label}: --options '${JSON.stringify({ answers: { [id]: value } })}'`,
    ),
  ]);
}

function endOf({ next, questions }: Planned): readonly string[] {
  if (next !== null) return ["Nothing is imported yet. To import it:", `  ${next}`];
  return questions.length > 0
    ? ["Nothing is imported. Give the answers as --options, all in one JSON, and try again."]
    : [
        "Nothing is imported. Mend these rows, or leave them out with",
        "  --options '{\"skip_errors\":true}'",
      ];
}

/** Pads cells to the widest of their column; numbers stand to the right. */
function inColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => {
    const cells = row.map((cell, at) => {
      const width = widths?.[at] ?? 0;
      return /^-?[\d.]+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
    });
    return `  ${cells.join("  ")}`.trimEnd();
  });
}
