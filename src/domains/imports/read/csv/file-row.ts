import type { Day } from "../../../../shared/time.ts";
import type { FileRow, RowDetail } from "../statement.ts";
import type { Draft } from "./draft.ts";
import type { Layout } from "./layout.ts";
import { numberIn } from "./preamble.ts";
import type { Preset } from "./presets.ts";
import { moneyIn } from "./reading.ts";
import { columnOf, columnsWith, type Role, type Roles } from "./role.ts";

const LONGEST_NAME = 300;
const LONGEST_TEXT = 2000;
const LONGEST_KEY = 100;

/** Columns that are not the row's own text: from the others it is known again. */
const NOT_OWN: ReadonlySet<Role> = new Set([
  "date",
  "valueDate",
  "amount",
  "debit",
  "credit",
  "direction",
  "gross",
  "fee",
  "net",
  "balance",
  "currency",
  "originalAmount",
  "originalCurrency",
  "state",
  "account",
]);

export type RowContext = {
  readonly layout: Layout;
  readonly preset: Preset;
  /** Of pending rows without a day. */
  readonly newest: Day;
  /** Columns that count the rows of this file. */
  readonly counters: ReadonlySet<number>;
};

export function fileRowOf(draft: Draft, context: RowContext): FileRow {
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
    reference: joined(draft, columnsWith(roles, "reference")).slice(0, LONGEST_NAME) || null,
    counterpartyNumber: numberIn(cell("counterparty")),
    bankId: idOf(cell("id")),
    original: originalOf(draft, context.layout),
    details,
    isSplit: details.length > 0,
    ownText: ownTextOf(draft, context),
    transferTo: context.preset.payout?.test(cell("kind")) === true ? texts.name : null,
  };
}

/** The name, else the first words that tell what the row is; the text, where it says more than the name. */
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

/** Cells of columns in their order, each text once. */
function joined({ cells }: Draft, columns: readonly number[]): string {
  const parts = columns.map((column) => clean(cells[column] ?? "")).filter((part) => part !== "");
  return [...new Set(parts)].join(" ");
}

function cut(text: string, longest: number): string {
  return text.slice(0, longest).toWellFormed().trim();
}

/** On one line, without control characters. */
function clean(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toWellFormed();
}

/** Null for ids that say that there is none. */
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

/** An amount before fees, and the fee. */
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
    return !NOT_OWN.has(role) && !counters.has(index);
  });
  const texts = [...own.map(clean), ...more.map(clean)];
  const last = texts.findLastIndex((text) => text !== "");
  return texts.slice(0, last + 1);
}
