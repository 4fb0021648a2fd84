import {
  amountCell,
  type Cell,
  dayCell,
  numberCell,
  textCell,
} from "../../../core/csv/write-csv.ts";
import { counted } from "../../../shared/words.ts";
import { STATUSES } from "../transaction.ts";
import type { Line, Total } from "./lines.ts";

/** Accountants get a line for each part, with rates, taxes and codes of categories. */
export const READERS = ["list", "accountant"] as const;

export type Reader = (typeof READERS)[number];

export type Column = {
  readonly title: string;
  readonly kind: NonNullable<Cell>["kind"];
  readonly width: number;
  readonly of: (line: Line) => Cell;
  readonly total?: (total: Total) => Cell;
};

export function columnsFor(reader: Reader, base: string): readonly Column[] {
  return reader === "accountant" ? accountantColumns(base) : listColumns(base);
}

function listColumns(base: string): readonly Column[] {
  return [
    DATE,
    NAME,
    ...BANK_WORDS,
    ACCOUNT,
    STATUS,
    COUNTED,
    CATEGORY,
    TAGS,
    NOTE,
    AMOUNT,
    CURRENCY,
    inBase(base),
    ID,
  ];
}

function accountantColumns(base: string): readonly Column[] {
  return [
    DATE,
    text("Value date", 11, ({ row }) => row.value_date, "day"),
    NAME,
    ...BANK_WORDS,
    ACCOUNT,
    text("Account number", 14, ({ row }) => row.account_number),
    STATUS,
    COUNTED,
    text("Part", 8, ({ place }) => place),
    CATEGORY,
    text("Category code", 14, ({ category }) => category?.tax_reporting_code ?? null),
    TAGS,
    NOTE,
    { ...AMOUNT, title: "Gross" },
    CURRENCY,
    {
      ...percent(({ tax }) => tax.tax_rate_bp),
      total: ({ tax }) => (tax === null ? null : percentCell(tax.tax_rate_bp)),
    },
    {
      ...text("Tax type", 10, ({ tax }) => tax.tax_type),
      total: ({ tax }) => textCell(tax?.tax_type ?? null),
    },
    amount(
      "Tax",
      ({ tax }) => tax.tax_minor,
      ({ tax_minor }) => tax_minor,
    ),
    amount(
      "Net",
      ({ minor, tax }) => minor - (tax.tax_minor ?? 0),
      ({ minor, tax_minor }) => minor - tax_minor,
    ),
    { title: "Rate", kind: "number", width: 10, of: ({ rate }) => numberCell(rate) },
    text("Rate day", 11, ({ row }) => row.rate_day, "day"),
    inBase(base),
    ID,
  ];
}

/** Names of the files of a transaction within the ZIP file. */
export function receiptColumn(receiptsOf: (transactionId: string) => string | null): Column {
  return text("Receipts", 44, ({ row }) => receiptsOf(row.id));
}

const DATE: Column = {
  ...text("Date", 16, ({ row }) => row.date, "day"),
  total: ({ label }) => textCell(label),
};

const NAME: Column = {
  ...text("Name", 32, ({ row }) => row.name),
  total: ({ count, counts, unrated }) =>
    textCell(
      [
        `${counts.toLocaleString("en-GB")} of ${counted(count, "line")} counted`,
        ...(unrated === 0 ? [] : [`${unrated.toLocaleString("en-GB")} without a rate`]),
      ].join(", "),
    ),
};

const BANK_WORDS: readonly Column[] = [
  text("Name at the bank", 24, ({ row }) => row.bank_name),
  text("Description", 40, ({ row }) => row.description),
  text("Reference", 20, ({ row }) => row.reference),
];

const ACCOUNT = text("Account", 18, ({ row }) => row.account_name);
const STATUS = text("Status", 10, ({ row }) => STATUSES[row.status]);
const COUNTED = text("Counted", 8, ({ counts }) => (counts ? "Yes" : "No"));
const CATEGORY = text("Category", 20, ({ row, category, place }) =>
  row.is_split && place === null ? "Split" : (category?.name ?? null),
);
const TAGS = text("Tags", 16, ({ tags }) => tags.join(", "));
const NOTE = text("Note", 24, ({ note }) => note);
const ID = text("Id", 36, ({ row }) => row.id);

const AMOUNT = amount(
  "Amount",
  ({ minor }) => minor,
  ({ minor }) => minor,
);

const CURRENCY: Column = {
  ...text("Currency", 8, ({ row }) => row.currency),
  total: ({ currency }) => textCell(currency),
};

function inBase(base: string): Column {
  const cell = (minor: bigint | number | null) => amountCell(minor, base);
  return {
    title: `In ${base}`,
    kind: "amount",
    width: 12,
    of: ({ base }) => cell(base),
    total: (total) => cell(total.base),
  };
}

function text(
  title: string,
  width: number,
  of: (line: Line) => string | null,
  kind: "text" | "day" = "text",
): Column {
  const cell = kind === "day" ? dayCell : textCell;
  return { title, kind, width, of: (line) => cell(of(line)) };
}

function amount(
  title: string,
  of: (line: Line) => number | null,
  total: (total: Total) => bigint,
): Column {
  return {
    title,
    kind: "amount",
    width: 12,
    of: (line) => amountCell(of(line), line.row.currency),
    total: (one) => (one.currency === null ? null : amountCell(total(one), one.currency)),
  };
}

function percent(of: (line: Line) => number | null): Column {
  return { title: "Tax rate %", kind: "number", width: 10, of: (line) => percentCell(of(line)) };
}

function percentCell(basisPoints: number | null): Cell {
  return numberCell(basisPoints === null ? null : String(basisPoints / 100));
}
