import { readFile, open, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { z } from "zod";
import { requireTeam } from "../accounts/teams.ts";
import { Refusal } from "../core/errors.ts";
import { uuid, day } from "../core/fields.ts";
import type { Download } from "../core/route.ts";
import { sealingOf } from "../db/server-secret.ts";
import { commitImport, type ImportedFile } from "../domains/imports/commit-import.ts";
import {
  type ImportOptions,
  readImportFile,
  parseImportOptions,
} from "../domains/imports/import-file.ts";
import { IMPORTED } from "../domains/imports/journal.ts";
import { previewImport, type ImportPreview } from "../domains/imports/preview-import.ts";
import { LARGEST_FILE, readEcbFile } from "../domains/rates/ecb-file.ts";
import { loadRates } from "../domains/rates/load-rates.ts";
import { READERS } from "../domains/transactions/export/columns.ts";
import { exportTransactions, FORMATS } from "../domains/transactions/export/export-transactions.ts";
import { decimalText } from "../shared/money.ts";
import { dayIn } from "../shared/time.ts";
import { counted } from "../shared/words.ts";
import { type Command, command, auditContext, team, teamOf } from "./command.ts";

export const fileCommands: readonly Command[] = [
  command({
    name: "rates:load",
    purpose:
      "Loads exchange rates from a file of the European Central Bank: eurofxref-hist.zip, eurofxref.zip, or the CSV file in one of them. They count for all teams, and rates that are there are corrected. With --remove-others, rates of the file's days that it does not have are removed, if nothing says that rates:load or RATES_URL has loaded them.",
    event: null,
    database: "up to date",
    options: z.strictObject({
      file: z.string().min(1),
      "remove-others": z.boolean().optional(),
    }),
    operand: "file",
    run: async ({ baseContext }, { file, "remove-others": removesOthers = false }) => {
      const rates = await readEcbFile(await ecbFile(file), dayIn("UTC", baseContext.now));
      const loaded = await loadRates(baseContext, rates, { removesOthers });
      const { added, corrected, removed, newest_day } = loaded;
      return { added, corrected, removed, newestDay: newest_day };
    },
  }),
  command({
    name: "import",
    purpose:
      "Imports a bank's file into an account. Without --commit it only tells the plan, and the HASH to commit it with.",
    event: IMPORTED,
    database: "up to date",
    options: z.strictObject({
      team,
      account: uuid.describe("ACCOUNT_ID"),
      file: z.string().min(1).describe("PATH"),
      commit: z.string().optional().describe("HASH"),
      options: z.string().optional().describe("JSON"),
    }),
    run: async ({ baseContext, database, ...desk }, { team, account, file, commit, options }) => {
      const context = {
        ...auditContext(baseContext, "import", await teamOf(baseContext, team)),
        sealing: await sealingOf(desk.settings().secret, database, desk.randomBytes),
      };
      const sent = { account, name: basename(file), bytes: await bytesOf(file) };
      const read = await readImportFile(context, sent, parseImportOptions(options ?? ""));
      if (commit !== undefined) return commitImport(context, read, { account, hash: commit });
      const plan = await previewImport(context, read, account);
      const words = { team, account, file, options };
      return {
        ...plan,
        answers: answersTo(plan, read.options),
        next: plan.hash === null ? null : lineOf({ ...words, commit: plan.hash }),
      };
    },
    say: sayImport,
  }),
  command({
    name: "export",
    purpose:
      "Writes the transactions of a team into a new file, with their totals. The file of an accountant has a line for each part, with rates, taxes and codes of categories.",
    event: null,
    database: "up to date",
    options: z.strictObject({
      team,
      from: day.optional().describe("DAY"),
      to: day.optional().describe("DAY"),
      format: z.enum(FORMATS).default("csv"),
      for: z.enum(READERS).default("list"),
      file: z.string().min(1).optional().describe("PATH"),
    }),
    run: async ({ baseContext }, { team, file, ...asked }) => {
      const { id, base_currency: baseCurrency } = await requireTeam(
        baseContext,
        await teamOf(baseContext, team),
      );
      const context = {
        ...auditContext(baseContext, "export", id),
        team: { id, baseCurrency },
      };
      const download = await exportTransactions(context, {
        ...asked,
        sort: "date",
        receipts: false,
      });
      const path = resolve(file ?? download.name);
      return { file: path, bytes: await written(path, download) };
    },
    say: ({ file, bytes }) => [
      `${file} has the transactions: ${bytes.toLocaleString("en-GB")} bytes.`,
    ],
  }),
];

function lineOf(options: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quotedWord(value)}`],
  );
  return ["npm run --silent admin -- import", ...given].join(" ");
}

function quotedWord(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new Refusal({
      code: "invalid_argument",
      path: "file",
      message: `The file ${path} cannot be read`,
      next: "check its path and its permissions; nothing was imported",
      cause,
    });
  }
}

type Planned = ImportPreview & {
  /** Options that answer each question, by the question and the choice, and skip errors. */
  readonly answers: Answers;
  /** The command line that goes on; null while something is open, or there is nothing to write. */
  readonly next: string | null;
};

type Answers = {
  readonly of: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly skips_errors: string;
};

/** Each goes with the options that were given, so that one answer does not take back another. */
function answersTo({ questions, other_accounts }: ImportPreview, given: ImportOptions): Answers {
  const withAnswer = (id: string, value: string) =>
    `--options ${quotedWord(JSON.stringify({ ...givenIn(given), answers: { ...given.answers, [id]: value } }))}`;
  const asked = questions.map(
    ({ id, choices }) =>
      [id, Object.fromEntries(choices.map(({ value }) => [value, withAnswer(id, value)]))] as const,
  );
  const others = other_accounts.map(
    ({ id }) => [id, { ACCOUNT_ID: withAnswer(id, "ACCOUNT_ID") }] as const,
  );
  return {
    of: Object.fromEntries([...asked, ...others]),
    skips_errors: given.skip_errors
      ? ""
      : `--options ${quotedWord(JSON.stringify({ ...givenIn(given), skip_errors: true }))}`,
  };
}

/** Options that somebody gave. Defaults would only make the line long. */
function givenIn(options: ImportOptions): Partial<ImportOptions> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) =>
      typeof value === "boolean" ? value : Object.keys(value).length > 0,
    ),
  );
}

function sayImport(answer: Planned | ImportedFile): readonly string[] {
  if ("event" in answer) {
    const { added, updated, balances } = answer;
    const stated = balances === 0 ? "" : ` ${counted(balances, "balance")} noted.`;
    return [
      `${counted(added, "transaction")} added, ${updated} updated.${stated} Activity in the web app undoes it.`,
    ];
  }
  return [
    `${answer.dialect} (${answer.format}, ${answer.encoding})`,
    ...answer.notices.map((notice) => `  ${notice}`),
    ...answer.accounts.flatMap(accountLines),
    ...answer.other_accounts.flatMap(({ id, number, currency, rows }) => [
      "",
      `Left out: ${counted(rows, "row")} of ${number ?? "an account"} in ${currency ?? "a currency"} that is not here.`,
      `  To an account that is here: ${answer.answers.of[id]?.["ACCOUNT_ID"] ?? ""}`,
    ]),
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
    ...balanceLines(account).map((line) => `  ${line}`),
    ...(gap === null ? [] : [`  No file covers ${gap.from} to ${gap.to}.`]),
    ...(jump === null
      ? []
      : [
          `  Between ${jump.basis === "opening" ? "the opening balance of " : ""}${jump.from} and ${jump.to}, ${decimalText(jump.minor, currency)} moved that no transaction has.`,
        ]),
    ...(overlap === null ? [] : [`  An earlier file covers ${overlap.from} to ${overlap.to} too.`]),
    ...(learns_number ? ["  The account gets the number that the file names."] : []),
    ...lookLines(account),
    ...infoLines(account),
  ];
}

function infoLines({ infos, more_infos }: Account): readonly string[] {
  if (infos.length === 0) return [];
  const more = more_infos + infos.length - Math.min(infos.length, MOST_LINES);
  return [
    "  Left out:",
    ...infos.slice(0, MOST_LINES).map(({ line, text }) => `    line ${line}: ${text}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

function balanceLines(account: Account): readonly string[] {
  const { balance_check, differences, closing, currency } = account;
  const end = closing === null ? "" : ` ${decimalText(closing.minor, currency)}`;
  if (balance_check === "not stated")
    return [
      closing === null
        ? "Balances: the file states none."
        : `Balances: the file ends at${end}, which its rows do not prove.`,
    ];
  if (balance_check === "agrees") return [`Balances: the rows give the closing balance${end}.`];
  const more = differences.count - Math.min(differences.first.length, MOST_LINES);
  return [
    `Balances: the rows do not give the closing balance${end}:`,
    ...differences.first.slice(0, MOST_LINES).map((one) => `  ${differenceLine(one, currency)}`),
    ...(more > 0 ? [`  and ${more} more: see --json`] : []),
  ];
}

function differenceLine(
  { kind, from, to, minor }: Account["differences"]["first"][number],
  currency: string,
): string {
  const days = from === null || to === null ? "" : ` from ${from} to ${to}`;
  const amount = decimalText(minor, currency);
  return kind === "within"
    ? `The statement${days} differs from its rows by ${amount}.`
    : `The balance${days} moves by ${amount} more than the rows between.`;
}

const MOST_LINES = 20;

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

function questionLines({ questions, answers }: Planned): readonly string[] {
  return questions.flatMap(({ id, text, choices }) => [
    "",
    text,
    ...choices.map(({ value, label }) => `  ${label}: ${answers.of[id]?.[value] ?? ""}`),
  ]);
}

function endOf({ next, questions, errors, answers, accounts }: Planned): readonly string[] {
  if (next !== null) return [goesOn(accounts), `  ${next}`];
  if (questions.length > 0)
    return ["Nothing is imported. Run the command again with the option behind an answer."];
  // Errors that are skipped leave nothing to write.
  const isSkipped = answers.skips_errors === "";
  return errors.count > 0 && !isSkipped
    ? ["Nothing is imported. Mend these rows, or leave them out with", `  ${answers.skips_errors}`]
    : ["There is nothing to import: all rows are here already, or are left out."];
}

function goesOn(accounts: readonly Account[]): string {
  const sum = (of: (account: Account) => number) =>
    accounts.reduce((sum, account) => sum + of(account), 0);
  const taken = sum(({ counts }) =>
    Object.values(counts).reduce((all, { taken }) => all + taken, 0),
  );
  if (taken > 0) return "Nothing is imported yet. To import it:";
  const balances = sum((account) => account.balances);
  return balances > 0
    ? `No row is new. To note ${counted(balances, "balance")} of the file:`
    : "No row is new. To remember that these rows are here:";
}

/** Numbers stand to the right. */
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

/** Writes a new file, and never over an existing one. */
async function written(path: string, { content }: Download): Promise<number> {
  const handle = await open(path, "wx").catch((cause: unknown) => {
    throw unwritable(path, cause);
  });
  try {
    await handle.writeFile(content);
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

function unwritable(path: string, cause: unknown): Refusal {
  const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
  return new Refusal({
    code: "invalid_argument",
    path: "file",
    message: isThere ? `There is a file ${path} already` : `The file ${path} cannot be written`,
    next: "name another file with --file; nothing was exported",
    cause,
  });
}

async function ecbFile(file: string): Promise<Uint8Array> {
  try {
    if ((await stat(file)).size <= LARGEST_FILE) return await readFile(file);
  } catch (error) {
    throw unreadable(`${file} cannot be read (${codeOf(error)})`, error);
  }
  throw unreadable(`${file} is larger than ${LARGEST_FILE / 2 ** 20} MiB`);
}

function unreadable(message: string, cause?: unknown): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "file",
    message,
    next: "name a file of the ECB's reference rates, such as eurofxref-hist.zip",
    cause,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
