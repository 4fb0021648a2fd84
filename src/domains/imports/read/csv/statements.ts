import { toMajor } from "../../../../shared/money.ts";
import type { Day } from "../../../../shared/time.ts";
import type { Balance, BalanceGap, FileRow, RowDetail, Statement } from "../statement.ts";
import { amountIn } from "./amounts.ts";
import type { Draft, Drafts } from "./draft.ts";
import type { Layout } from "./layout.ts";
import { type Preamble, type SummaryLine, numberIn, withoutQuotes } from "./preamble.ts";
import type { Preset } from "./presets.ts";
import { moneyIn } from "./reading.ts";
import { ROLES, type Role, type Roles, columnOf, columnsWith } from "./role.ts";
import { type Gap, type Proof, SIGNED, daysRunBack, isProved, proofOf } from "./signs.ts";
import type { Summary } from "./words.ts";

type Told = {
  readonly drafts: Drafts;
  readonly rows: readonly Draft[];
  readonly preamble: Preamble;
  readonly currency: string | null;
  readonly accountCurrency: string;
  readonly context: RowContext;
};

export function statementsOf(told: Told) {
  const column = accountColumn(told);
  const groups = [...Map.groupBy(told.rows, groupsBy(told, column))];
  const isOne = groups.length <= 1;
  const found = (isOne ? [["", told.rows] as const] : groups).map(([, rows], index) =>
    statementOf({ ...told, rows }, { isOne, isFirst: index === 0, column }),
  );
  return {
    statements: found.map(({ statement }) => statement),
    notices: [...new Set(found.flatMap(({ notices }) => notices))],
  };
}

/** Adds rows without an account to the first account. */
function groupsBy({ context, rows }: Told, column: number): (row: Draft) => string {
  const accountOf = ({ cells }: Draft) => withoutQuotes(cells[column] ?? "").replaceAll(/\s/g, "");
  const first = rows.map(accountOf).find((account) => account !== "") ?? "";
  return (row) => {
    const own = accountOf(row) || first;
    return context.preset.hasCurrencies ? `${own} ${row.currency}` : own;
  };
}

/**
 * A card, or a column without a known title, names accounts only where the file names none and each has a balance of
 * its own, which the rows prove. Names such as Savings say so without a balance.
 */
function accountColumn({ context, rows, preamble }: Told): number {
  const { roles } = context.layout;
  const account = columnOf(roles, "account");
  if (account >= 0 || preamble.accountNumber !== null) return account;
  const isWhole = isOwn(rows);
  return roles.findIndex((role, column) => {
    if (!MAY_NAME_ACCOUNTS.has(role) || isWhole) return false;
    const groups = Map.groupBy(rows, ({ cells }) => cells[column] ?? "");
    if (groups.size < 2 || groups.size > MOST_ACCOUNTS) return false;
    return [...groups.keys()].every(isAccountName) || [...groups.values()].every(isOwn);
  });
}

const MAY_NAME_ACCOUNTS: ReadonlySet<Role> = new Set(["card", "ignored", "kind"]);
const MOST_ACCOUNTS = 20;

function isOwn(rows: readonly Draft[]): boolean {
  const proof = proofOf(rows, SIGNED);
  return proof !== null && isProved(proof);
}

function isAccountName(text: string): boolean {
  return /^(?:(?:current|checking|savings?)(?: account)?|(?:main|joint|business|personal) account|girokonto|tagesgeld(?:konto)?|sparkonto|pocket|pot|vault)$/i.test(
    text,
  );
}

type Place = {
  readonly isOne: boolean;
  readonly isFirst: boolean;
  /** Column that names the account; below zero for none. */
  readonly column: number;
};

function statementOf(told: Told, { isOne, isFirst, column }: Place) {
  const { rows, context, preamble, drafts } = told;
  const proof = proofOf(rows, SIGNED);
  const isNewestFirst = proof?.isNewestFirst ?? daysRunBack(rows);
  const ordered = isNewestFirst ? rows.toReversed() : rows;
  const [own] = rows.flatMap(
    ({ cells }) => numberIn(cells[columnOf(context.layout.roles, "account")] ?? "") ?? [],
  );
  const currency = context.preset.hasCurrencies ? (rows[0]?.currency ?? null) : told.currency;
  const stated = isOne ? [...preamble.summaries, ...drafts.summaries] : [];
  const running = balancesOf(ordered, proof);
  const at = { currency: currency ?? told.accountCurrency, context };
  const statement: Statement = {
    accountNumber: own ?? preamble.accountNumber,
    ...(isOne || column < 0 || own !== undefined ? {} : { pocket: pocketOf(rows, column) }),
    currency: currency ?? preamble.currency,
    number: null,
    opening: running.opening ?? statedBalance(stated, "opening", at),
    closing: running.closing ?? statedBalance(stated, "closing", at),
    ...(proof !== null && isProved(proof) ? { gaps: proof.gaps.map(gapOf) } : {}),
    rows: ordered.map((row) => fileRowOf(row, context)),
    infos: isFirst ? drafts.infos : [],
  };
  return { statement, notices: proof === null ? [] : noticesOf(proof, at.currency) };
}

const LONGEST_POCKET = 40;

function pocketOf([row]: readonly Draft[], column: number): string {
  return clean(row?.cells[column] ?? "")
    .slice(0, LONGEST_POCKET)
    .toWellFormed();
}

function gapOf({ from, to, minor }: Gap): BalanceGap {
  return { from: from.date, to: to.date, minor };
}

const NONE = { opening: null, closing: null };

/**
 * Balances before the first row and after the last one. Too few links prove no order and no amount, and the last
 * row's balance is still what the bank says; balances that do not follow from the rows say nothing.
 */
function balancesOf(ordered: readonly Draft[], proof: Proof | null) {
  const booked = ordered.filter(({ isPending }) => !isPending);
  const last = booked.at(-1);
  const isWrong = proof !== null && !isProved(proof) && proof.gaps.length > 0;
  if (isWrong || last === undefined) return NONE;
  const closing: Balance | null =
    last.balance === null ? null : { minor: last.balance, day: last.date, kind: "intraday" };
  const at = booked.findIndex(({ balance }) => balance !== null);
  const first = booked[at];
  const isKnown = proof !== null && isProved(proof);
  if (!isKnown || first === undefined || first.balance === null) return { opening: null, closing };
  const moved = booked.slice(0, at + 1).reduce((sum, { minor }) => sum + minor, 0);
  const opening: Balance = {
    minor: first.balance - moved,
    day: booked[0]?.date ?? null,
    kind: "intraday",
  };
  return { opening, closing };
}

type At = { readonly currency: string; readonly context: RowContext };

function statedBalance(
  lines: readonly SummaryLine[],
  kind: Summary,
  { currency, context }: At,
): Balance | null {
  const line = lines.findLast((one) => one.kind === kind && one.amount !== null);
  if (line?.amount === undefined || line.amount === null) return null;
  const { marks } = context.layout;
  const mark = marks.amount ?? marks.debit ?? marks.credit ?? marks.net ?? ".";
  const read = amountIn(line.amount.digits, mark, currency);
  if ("why" in read) return null;
  const minor = line.amount.sign === -1 ? 0 - read.minor : read.minor;
  return { minor, day: line.day, kind: "intraday" };
}

const MOST_GAPS = 3;

function noticesOf(proof: Proof, currency: string): readonly string[] {
  const { gaps, links } = proof;
  if (gaps.length === 0)
    return isProved(proof)
      ? ["The running balance proves the order and the amounts of the rows."]
      : [];
  const told = gaps.slice(0, MOST_GAPS).map(({ from, to, minor }) => {
    const amount = `${toMajor(minor, currency).toFixed(2)} ${currency}`;
    return `Between ${placeOf(from)} and ${placeOf(to)} the balance changes by ${amount} more than the rows say.`;
  });
  const more = gaps.length - told.length;
  if (more > 0) told.push(`The balance has ${more} more such places.`);
  if (isProved(proof)) return told;
  const few = `${links - gaps.length} of ${links} balances follow from the rows, so none was taken.`;
  return [`${few} Rows may be missing, as in a search that was saved.`, ...told];
}

function placeOf({ date, line }: Draft): string {
  return `${date ?? "a row without a day"} (line ${line})`;
}

const LONGEST_NAME = 300;
const LONGEST_TEXT = 2000;
const LONGEST_KEY = 100;

type RowContext = {
  readonly layout: Layout;
  readonly preset: Preset;
  readonly newest: Day;
  readonly counters: ReadonlySet<number>;
};

function fileRowOf(draft: Draft, context: RowContext): FileRow {
  const { roles } = context.layout;
  const cell = (role: Role) => clean(draft.cells[columnOf(roles, role)] ?? "");
  const texts = textsOf(draft, roles);
  const details = detailsOf(draft, context.preset);
  return {
    line: draft.line,
    date: draft.date ?? context.newest,
    valueDate: draft.valueDate,
    minor: draft.minor,
    isPending: draft.isPending,
    name: texts.name,
    description: texts.description,
    reference:
      joined(draft, [...columnsWith(roles, "reference"), ...columnsWith(roles, "card")]).slice(
        0,
        LONGEST_NAME,
      ) || null,
    counterpartyNumber: numberIn(cell("counterparty")),
    bankId: idOf(cell("id")),
    original: originalOf(draft, context.layout),
    details,
    isSplit: details.length > 0,
    ownText: ownTextOf(draft, context),
    transferTo: context.preset.payout?.test(cell("kind")) === true ? texts.name : null,
  };
}

/** Takes the first words as name where there is none. Keeps the text where it says more than the name. */
function textsOf(draft: Draft, roles: Roles) {
  const names = columnsWith(roles, "name").map((column) => clean(draft.cells[column] ?? ""));
  const text = [joined(draft, columnsWith(roles, "description")), ...draft.more.map(clean)]
    .filter((part) => part !== "")
    .join(" ");
  const kind = joined(draft, columnsWith(roles, "kind"));
  const otherwise = [text, kind, joined(draft, columnsWith(roles, "reference")), "No text"];
  const name = [...names, ...otherwise].find((part) => part !== "") ?? "";
  const description = text === "" ? kind : text;
  return {
    name: cut(name, LONGEST_NAME),
    description:
      description === "" || description === cut(name, LONGEST_NAME)
        ? null
        : cut(description, LONGEST_TEXT),
  };
}

function joined({ cells }: Draft, columns: readonly number[]): string {
  const parts = columns.map((column) => clean(cells[column] ?? "")).filter((part) => part !== "");
  return [...new Set(parts)].join(" ");
}

function cut(text: string, longest: number): string {
  return text.slice(0, longest).toWellFormed().trim();
}

function clean(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toWellFormed();
}

function idOf(text: string): string | null {
  const isNone = /^(?:0*|none|nonref|notprovided|n\/a|-+)$/i.test(text);
  return isNone ? null : text.slice(0, LONGEST_KEY);
}

function originalOf({ cells, currency }: Draft, layout: Layout): FileRow["original"] {
  const { roles } = layout;
  const text = cells[columnOf(roles, "originalAmount")] ?? "";
  const other = cells[columnOf(roles, "originalCurrency")] ?? "";
  if (!/^[A-Z]{3}$/.test(other) || other === currency) return null;
  const read = moneyIn(text, "originalAmount", { layout, currency: other });
  return read === null || "why" in read || read.minor === 0
    ? null
    : { minor: read.minor, currency: other };
}

function detailsOf({ minor, gross }: Draft, preset: Preset): readonly RowDetail[] {
  if (gross === null || gross === minor || gross === 0) return [];
  return [
    { minor: gross, name: null, description: null, category: null },
    { minor: minor - gross, name: "Fee", description: null, category: preset.feeCategory },
  ];
}

function ownTextOf({ cells, more }: Draft, { layout, counters }: RowContext): readonly string[] {
  const own = cells.filter((_, index) => {
    const role = layout.roles[index] ?? "ignored";
    return ROLES[role].isOwn && !counters.has(index);
  });
  const texts = [...own.map(clean), ...more.map(clean)];
  const last = texts.findLastIndex((text) => text !== "");
  return texts.slice(0, last + 1);
}
