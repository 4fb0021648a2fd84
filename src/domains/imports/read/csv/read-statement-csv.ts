import { createHash } from "node:crypto";
import { bare } from "../../../../core/csv/columns.ts";
import { decimalText } from "../../../../shared/money.ts";
import type { Day } from "../../../../shared/time.ts";
import type { FileColumn, Question, ReadFile, ReadOptions, RowError } from "../statement.ts";
import { isDash, writtenAmount } from "./amounts.ts";
import { Days } from "./dates.ts";
import { type Draft, type Drafts, draftsOf } from "./draft.ts";
import { findLayout, markQuestion, withMark } from "./layout.ts";
import { preambleOf, strayAbove } from "./preamble.ts";
import { type Preset, findPreset, presetRole } from "./presets.ts";
import { type Reading, cellCurrency, rowCurrency, sidesOf, usualSignsOf } from "./reading.ts";
import { type Roles, columnOf, currencyInTitle, roleOfTitle } from "./role.ts";
import {
  type FoundRoles,
  type Profile,
  hasAmount,
  isMoney,
  isSpare,
  profileOf,
  rolesOf,
} from "./roles.ts";
import { type Signed, SIGNED, isOrderOpen, isProved, proofOf, settleSigns } from "./signs.ts";
import { statementsOf } from "./statements.ts";
import { type Table, tableOf } from "./table.ts";
import { withoutTotals } from "./totals.ts";

/**
 * Reads the CSV file of any bank. Asks questions where the file is open, and reads its rows as a first guess.
 * @throws Refusal for a file that is no table, or too large
 */
export function readCsvStatement(text: string, options: ReadOptions): Omit<ReadFile, "encoding"> {
  const days = new Days(options.today);
  const written = tableOf(text, days);
  const preset = findPreset(written.header, (written.header ?? []).map(roleOfTitle));
  const { table, errors: unread } = preset.rewrite?.(written) ?? { table: written, errors: [] };
  const columns = Array.from({ length: table.width }, (_, index) =>
    withoutDashes(table.body.map(({ cells }) => cells[index] ?? "")),
  );
  const profiles = columns.map((cells) => profileOf(cells, days));
  const found = rolesOf({ header: table.header, columns, profiles, preset, ...options });
  const of = { table, columns, profiles, preset, days, options };
  const proven = provenRoles(found, of);
  const roles = proven ?? found.roles;
  const kind = {
    format: "csv" as const,
    dialect: preset.name,
    signature: signatureOf(written, profiles, preset.name),
    columns: columnsFor(roles, table),
  };
  const open = openColumns(roles, proven === null ? found.asks : null, kind.columns);
  if (open.length > 0) return { ...kind, statements: [], errors: [], questions: open, notices: [] };
  const { stated, layout, first, own, signed } = readRows(roles, of);
  const above = strayAbove(written.preamble, days);
  const { statements, notices } = statementsOf({
    drafts: { ...own, infos: [...above.infos, ...own.infos] },
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
    errors: [...unread, ...above.errors, ...own.errors].toSorted(
      (one, other) => one.line - other.line,
    ),
    questions: [
      ...layout.questions,
      ...(isMarkAsked ? [markQuestion({ table, roles })] : []),
      ...signed.questions,
    ],
    notices: [...notices, ...signed.notices, ...mixedSigns(roles, of), ...unusedMoney(roles, of)],
  };
}

/** In a column of amounts, a dash is an empty cell. In others it may be a word for money out. */
function withoutDashes(cells: readonly string[]): readonly string[] {
  if (!cells.some(isDash)) return cells;
  const others = cells.filter((cell) => cell !== "" && !isDash(cell));
  const areAmounts = others.length > 0 && others.every((cell) => writtenAmount(cell) !== null);
  return areAmounts ? cells.map((cell) => (isDash(cell) ? "" : cell)) : cells;
}

type Of = {
  readonly table: Table;
  readonly columns: readonly (readonly string[])[];
  readonly profiles: readonly Profile[];
  readonly preset: Preset;
  readonly days: Days;
  readonly options: ReadOptions;
};

/** Reads the rows with these roles of the columns, and settles their signs. */
function readRows(roles: Roles, of: Of) {
  const { table, columns, profiles, preset, days, options } = of;
  const { header, width } = table;
  const stated = statedCurrency(table, roles, options.currency);
  const currency = stated ?? options.currency;
  const layout = findLayout({ table, roles, currency, days, answers: options.answers });
  const sides = sidesOf(roles, profiles, columns[columnOf(roles, "direction")] ?? []);
  const money = new Set(
    profiles.flatMap((profile, index) => {
      const isUnknown = roles[index] === "ignored" && roleOfTitle(header?.[index] ?? "") === null;
      return isMoney(profile) || (isUnknown && isSpare(profile)) ? [index] : [];
    }),
  );
  const amount = profiles[columnOf(roles, "amount")];
  const hasSigns = sides !== "numbers" || amount?.hasMinus === true || amount?.hasPlus === true;
  const usualSigns = usualSignsOf(roles, profiles);
  const facts = { currency, days, sides, usualSigns, money, layout: layout.layout };
  const reading = { header, width, preset, ...facts };
  const first = draftsWithMark(table, reading, { isOpen: layout.isMarkOpen, hasSigns });
  const alike = preset.hasCurrencies ? first.drafts : withoutOthers(first.drafts, currency);
  const { answers } = options;
  const { drafts: own, questions } = withoutTotals(alike, { body: table.body, reading, answers });
  const isPreset = preset.name !== "CSV";
  const isTitled = (header?.[columnOf(roles, "amount")] ?? "") !== "";
  const settled = settleSigns({
    ...options,
    rows: own.rows,
    roles,
    sides,
    isPreset,
    isTitled,
    hasSigns,
  });
  const signed = { ...settled, questions: [...questions, ...settled.questions] };
  return { stated, layout, first, own, signed: withFees(signed, of), hasSigns };
}

/** Settles for an unknown export whether a fee came on top of the amount: by the balance, else by asking. */
function withFees(signed: Signed, { preset, options }: Of): Signed {
  const { rows } = signed;
  const charged = rows.find(({ fee }) => fee !== null && fee !== 0);
  if (preset.name !== "CSV" || charged === undefined) return signed;
  const onTop = rows.map(withFeeOnTop);
  const holdsOf = (some: readonly Draft[]) => {
    const proof = proofOf(some, SIGNED);
    return proof !== null && isProved(proof) ? proof.holds : 0;
  };
  const [within, beyond] = [holdsOf(rows), holdsOf(onTop)];
  const answer = options.answers["fees"];
  const isAnswered = answer === "within" || answer === "on-top";
  const isOnTop = isAnswered ? answer === "on-top" : beyond > within;
  const isKnown = isAnswered || beyond !== within;
  return {
    ...signed,
    rows: isOnTop ? onTop : rows,
    questions: isKnown ? signed.questions : [...signed.questions, feeQuestion(charged)],
  };
}

function withFeeOnTop(row: Draft): Draft {
  if (row.fee === null || row.fee === 0) return row;
  return { ...row, minor: row.minor - row.fee, gross: row.minor };
}

function feeQuestion(row: Draft): Question {
  const { currency } = row;
  const text = (minor: number) => `${decimalText(minor, currency)} ${currency}`;
  const [whole, fee] = [withFeeOnTop(row).minor, row.fee ?? 0];
  return {
    id: "fees",
    text: `Line ${row.line} has an amount of ${text(row.minor)} and a fee of ${text(fee)}. Which amount was booked on the account?`,
    choices: [
      { value: "on-top", label: `${text(whole)}: the fee came on top` },
      { value: "within", label: `${text(row.minor)}: the fee is within it, or was paid elsewhere` },
    ],
  };
}

/** Rows that are read to see whether a running balance proves a way to read the columns. */
const TRIED_ROWS = 500;

/** The roles that the running balance proves; null where it proves none, or several. */
function provenRoles({ alternatives, asks }: FoundRoles, of: Of): Roles | null {
  const body = of.table.body.slice(0, TRIED_ROWS);
  const proven = alternatives.filter((roles) => {
    const { own, hasSigns } = readRows(roles, { ...of, table: { ...of.table, body } });
    // Of one day, balances before each row prove money out for money in.
    if (asks?.id === "money-out-column" && isOrderOpen(own.rows)) return false;
    const proof = own.errors.length === 0 ? proofOf(own.rows, { hasSigns }) : null;
    return proof !== null && isProved(proof);
  });
  const [only, ...others] = proven;
  return only !== undefined && others.length === 0 ? only : null;
}

/** Names columns of money out or in with as many signs of one kind as of the other. */
function mixedSigns(roles: Roles, { table, profiles }: Of): readonly string[] {
  const usual = usualSignsOf(roles, profiles);
  return (["debit", "credit"] as const).flatMap((role) => {
    const column = columnOf(roles, role);
    if (usual[role] !== null) return [];
    const way = role === "debit" ? "out" : "in";
    return [
      `${titleOf(table.header?.[column] ?? "", column)} has amounts with a minus and without: all were taken as money ${way}.`,
    ];
  });
}

/** Names columns of money that are neither the amount nor anything else that is known. */
function unusedMoney(roles: Roles, { table, columns, profiles, preset }: Of): readonly string[] {
  return roles.flatMap((role, index) => {
    const profile = profiles[index];
    const title = table.header?.[index] ?? "";
    const isKnown = presetRole(preset, title, index) !== null || roleOfTitle(title) !== null;
    if (role !== "ignored" || isKnown || profile === undefined || !isMoney(profile)) return [];
    const example = columns[index]?.find((cell) => cell !== "") ?? "";
    return [`${titleOf(title, index)} has amounts such as ${example} that were not taken.`];
  });
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

/** Takes the most frequent currency of the cells, else of the amounts, else the currency in the title. */
function statedCurrency({ header, body }: Table, roles: Roles, account: string): string | null {
  const column = columnOf(roles, "currency");
  const named = body.map(({ cells }) => cellCurrency(cells[column] ?? "", ""));
  const stated = mostOf(named.filter((code) => code !== ""));
  if (stated !== null) return stated;
  const written = body.map(({ cells }) =>
    rowCurrency((role) => cells[columnOf(roles, role)] ?? "", "", account),
  );
  const most = mostOf(written) ?? "";
  return most === "" ? currencyInTitle(header?.[columnOf(roles, "amount")] ?? "") : most;
}

function mostOf(codes: readonly string[]): string | null {
  const [most] = [...Map.groupBy(codes, (code) => code)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  return most?.[0] ?? null;
}

/** Tries both decimal marks where no number tells it: the running balance fits one of them. */
function draftsWithMark(
  { body }: Table,
  reading: Reading,
  { isOpen, hasSigns }: { readonly isOpen: boolean; readonly hasSigns: boolean },
) {
  const { layout } = reading;
  const drafts = draftsOf(body, reading);
  if (!isOpen) return { drafts, layout, isProved: true };
  const tries = ([".", ","] as const).map((mark) => {
    const tried = withMark(layout, mark);
    return { layout: tried, drafts: draftsOf(body, { ...reading, layout: tried }) };
  });
  const fitting = tries.filter(({ drafts }) => {
    const proof = proofOf(drafts.rows, { hasSigns });
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
  roles: Roles,
  asks: FoundRoles["asks"],
  columns: readonly FileColumn[],
): readonly Question[] {
  const asked: Question[] = [];
  if (!roles.includes("date")) {
    const text = "Which column has the day of a booking?";
    asked.push({ id: "date-column", text, choices: columns.map(choiceOf) });
  }
  if (asks === null && hasAmount(roles)) return asked;
  const { id, places } = asks ?? { id: "amount-column" as const, places: [] };
  const some = columns.filter((_, index) => places.includes(index));
  const choices = (some.length > 0 ? some : columns).map(choiceOf);
  return [...asked, { id, text: COLUMN_QUESTIONS[id], choices }];
}

const COLUMN_QUESTIONS = {
  "amount-column": "Which column has the amount that was booked on the account?",
  "money-out-column": "Each row fills one of two columns. Which one is money out?",
} as const;

function choiceOf({ id, title, examples }: FileColumn) {
  const like = examples.length > 0 ? `: ${examples.join(", ")}` : "";
  return { value: id.slice("column:".length), label: `${title}${like}` };
}
