import { createHash } from "node:crypto";
import { bare } from "../../../../core/csv/columns.ts";
import type { Day } from "../../../../shared/time.ts";
import type { FileColumn, Question, ReadFile, ReadOptions, RowError } from "../statement.ts";
import { Days } from "./dates.ts";
import { type Draft, type Drafts, draftsOf } from "./draft.ts";
import { findLayout, markQuestion, withMark } from "./layout.ts";
import { preambleOf } from "./preamble.ts";
import { findPreset } from "./presets.ts";
import { type Reading, cellCurrency, sidesOf } from "./reading.ts";
import { type Roles, columnOf, currencyInTitle, roleOfTitle } from "./role.ts";
import { type FoundRoles, type Profile, hasAmount, profileOf, rolesOf } from "./roles.ts";
import { isProved, proofOf, settleSigns } from "./signs.ts";
import { statementsOf } from "./statements.ts";
import { type Table, tableOf } from "./table.ts";

/**
 * Reads the CSV file of any bank. Asks questions where the file is open, and reads its rows as a first guess.
 * @throws Refusal for a file that is no table, or too large
 */
export function readCsvStatement(text: string, options: ReadOptions): Omit<ReadFile, "encoding"> {
  const days = new Days(options.today);
  const table = tableOf(text, days);
  const columns = Array.from({ length: table.width }, (_, index) =>
    table.body.map(({ cells }) => cells[index] ?? ""),
  );
  const profiles = columns.map((cells) => profileOf(cells, days));
  const preset = findPreset(table.header, (table.header ?? []).map(roleOfTitle));
  const { header } = table;
  const found = rolesOf({ header, profiles, preset, ...options });
  const kind = {
    format: "csv" as const,
    dialect: preset.name,
    signature: signatureOf(table, profiles, preset.name),
    columns: columnsFor(found.roles, table),
  };
  const open = openColumns(found, kind.columns);
  if (open.length > 0) return { ...kind, statements: [], errors: [], questions: open, notices: [] };
  const { roles } = found;
  const stated = statedCurrency(table, roles);
  const currency = stated ?? options.currency;
  const layout = findLayout({ table, roles, currency, days, answers: options.answers });
  const sides = sidesOf(roles, profiles, columns[columnOf(roles, "direction")] ?? []);
  const reading = { header, width: table.width, preset, currency, days, sides };
  const first = draftsWithMark(table, { ...reading, layout: layout.layout }, layout.isMarkOpen);
  const own = preset.hasCurrencies ? first.drafts : withoutOthers(first.drafts, currency);
  const signed = settleSigns({
    ...options,
    rows: own.rows,
    roles,
    sides,
    isPreset: preset.name !== "CSV",
  });
  const { statements, notices } = statementsOf({
    drafts: own,
    rows: signed.rows,
    preamble: preambleOf(table.preamble, days, first.layout.dates),
    currency: stated,
    accountCurrency: options.currency,
    context: {
      layout: first.layout,
      preset,
      newest: newestOf(own.rows, options.today),
      counters: new Set(profiles.flatMap(({ isCounter }, index) => (isCounter ? [index] : []))),
    },
  });
  const isMarkAsked = layout.isMarkOpen && !first.isProved;
  return {
    ...kind,
    statements,
    errors: own.errors,
    questions: [
      ...layout.questions,
      ...(isMarkAsked ? [markQuestion({ table, roles })] : []),
      ...signed.questions,
    ],
    notices: [...notices, ...signed.notices],
  };
}

/** Tells the kind of an export by the words of its titles in order, else by the kinds of its columns. */
function signatureOf(
  { header, width }: Table,
  profiles: readonly Profile[],
  preset: string,
): string {
  const shape = profiles.map(({ days, amounts }) =>
    days > HALF ? "d" : amounts > HALF ? "n" : "t",
  );
  const words = header === null ? `${width} ${shape.join("")}` : header.map(bare).join(" ");
  const digest = createHash("sha256").update(words).digest("hex");
  return `csv ${preset.toLowerCase()} ${digest.slice(0, 32)}`;
}

const HALF = 0.5;

/** Takes the currency of most cells, else the one in the title of the amount. */
function statedCurrency({ header, body }: Table, roles: Roles): string | null {
  const column = columnOf(roles, "currency");
  const codes = body
    .map(({ cells }) => cellCurrency(cells[column] ?? "", ""))
    .filter((code) => code !== "");
  const [most] = [...Map.groupBy(codes, (code) => code)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return most?.[0] ?? currencyInTitle(header?.[columnOf(roles, "amount")] ?? "");
}

function draftsWithMark({ body }: Table, reading: Reading, isOpen: boolean) {
  const { layout } = reading;
  const drafts = draftsOf(body, reading);
  if (!isOpen) return { drafts, layout, isProved: true };
  const tries = ([".", ","] as const).map((mark) => {
    const tried = withMark(layout, mark);
    return { layout: tried, drafts: draftsOf(body, { ...reading, layout: tried }) };
  });
  const fitting = tries.filter(({ drafts }) => {
    const proof = proofOf(drafts.rows);
    return proof !== null && isProved(proof);
  });
  const [only, ...others] = fitting;
  return only !== undefined && others.length === 0
    ? { ...only, isProved: true }
    : { drafts, layout, isProved: false };
}

/** Makes errors of rows in another currency than most. */
function withoutOthers(drafts: Drafts, currency: string): Drafts {
  const others = drafts.rows.filter((row) => row.currency !== currency);
  if (others.length === 0) return drafts;
  const errors: readonly RowError[] = others.map(({ line, currency: other }) => ({
    line,
    column: null,
    text: other,
    why: `The row is in ${other}, the others are in ${currency}.`,
  }));
  return {
    ...drafts,
    rows: drafts.rows.filter((row) => row.currency === currency),
    errors: [...drafts.errors, ...errors].toSorted((one, other) => one.line - other.line),
  };
}

function newestOf(rows: readonly Draft[], today: Day): Day {
  const days = rows.flatMap(({ date }) => date ?? []).toSorted();
  return days.at(-1) ?? today;
}

const MOST_EXAMPLES = 3;
const LONGEST_EXAMPLE = 80;

function columnsFor(roles: Roles, { header, body }: Table): readonly FileColumn[] {
  return roles.map((role, index) => ({
    id: `column:${index + 1}`,
    title: titleOf(header?.[index] ?? "", index),
    role,
    examples: body
      .slice(0, 100)
      .map(({ cells }) => cells[index] ?? "")
      .filter((cell) => cell !== "")
      .slice(0, MOST_EXAMPLES)
      .map((cell) => cell.slice(0, LONGEST_EXAMPLE)),
  }));
}

function titleOf(title: string, index: number): string {
  return title === "" ? `Column ${index + 1}` : title;
}

function openColumns(
  { roles, maybeAmounts }: FoundRoles,
  columns: readonly FileColumn[],
): readonly Question[] {
  const asked: Question[] = [];
  if (!roles.includes("date")) {
    const text = "Which column has the day of a booking?";
    asked.push({ id: "date-column", text, choices: columns.map(choiceOf) });
  }
  if (!hasAmount(roles)) {
    const some = columns.filter((_, index) => maybeAmounts.includes(index));
    const choices = (some.length > 0 ? some : columns).map(choiceOf);
    asked.push({ id: "amount-column", text: "Which column has the amount?", choices });
  }
  return asked;
}

function choiceOf({ id, title, examples }: FileColumn) {
  const like = examples.length > 0 ? `: ${examples.join(", ")}` : "";
  return { value: id.slice("column:".length), label: `${title}${like}` };
}
