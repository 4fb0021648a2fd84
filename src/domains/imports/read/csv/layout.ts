import type { Day } from "../../../../shared/time.ts";
import type { Mark } from "../amount.ts";
import type { Question } from "../statement.ts";
import { markOfColumn, writtenAmount } from "./amounts.ts";
import { type Days, type Order, ORDERS, dateOrders, ORDER_LABELS } from "./dates.ts";
import { columnOf, type Role, type Roles } from "./role.ts";
import type { Table } from "./table.ts";

export type Layout = {
  readonly roles: Roles;
  readonly dates: Order;
  readonly valueDates: Order;
  readonly marks: Readonly<Partial<Record<Role, Mark>>>;
};

const MONEY = [
  "amount",
  "debit",
  "credit",
  "gross",
  "fee",
  "net",
  "balance",
  "originalAmount",
] as const;

type Told = {
  readonly table: Table;
  readonly roles: Roles;
  readonly currency: string;
  readonly days: Days;
  readonly answers: Readonly<Record<string, string>>;
};

type FoundLayout = {
  readonly layout: Layout;
  /** True where no number tells the decimal mark. The balance may prove it. */
  readonly isMarkOpen: boolean;
  readonly questions: readonly Question[];
};

export function findLayout(told: Told): FoundLayout {
  const { roles, days, answers } = told;
  const texts = columnCells(told, "date").filter((text) => days.isDay(text));
  const own = dateOrders(texts, days);
  const valueTexts = columnCells(told, "valueDate").filter((text) => days.isDay(text));
  const values = dateOrders(valueTexts, days);
  // Two columns of one export write days alike.
  const shared = valueTexts.length > 0 ? own.filter((order) => values.includes(order)) : [];
  const orders = shared.length > 0 ? shared : own;
  const answered = ORDERS.find((order) => order === answers["date-order"]);
  const dates = answered ?? orders[0] ?? "dmy";
  const found = marksOf(told);
  const isMarkOpen = found.isOpen && !isMark(answers["decimal-mark"]);
  const layout = {
    roles,
    dates,
    valueDates: values.includes(dates) ? dates : values[0],
    marks: found.marks,
  };
  const isOrderOpen = answered === undefined && orders.length > 1;
  return { layout, isMarkOpen, questions: isOrderOpen ? [orderQuestion(texts, orders, days)] : [] };
}

/** Gives a column that does not tell its mark that of another column. */
function marksOf(told: Told) {
  const { currency, answers } = told;
  const answer = answers["decimal-mark"];
  const found = MONEY.filter((role) => told.roles.includes(role)).map((role) => {
    const numbers = columnCells(told, role).flatMap((cell) => writtenAmount(cell)?.digits ?? []);
    return { role, mark: markOfColumn(numbers, currency) };
  });
  const clear = found.map(({ mark }) => mark).find((mark) => mark === "." || mark === ",");
  const otherwise = clear ?? (isMark(answer) ? answer : ".");
  const marks = Object.fromEntries(
    found.map(({ role, mark }) => [role, mark === "open" || mark === "none" ? otherwise : mark]),
  );
  return { marks, isOpen: clear === undefined && found.some(({ mark }) => mark === "open") };
}

function isMark(text: string | undefined): text is Mark {
  return text === "." || text === ",";
}

export function withMark(layout: Layout, mark: Mark): Layout {
  return { ...layout, marks: Object.fromEntries(MONEY.map((role) => [role, mark])) };
}

function columnCells(
  { table, roles }: Pick<Told, "table" | "roles">,
  role: Role,
): readonly string[] {
  const column = columnOf(roles, role);
  if (column < 0) return [];
  return table.body.map(({ cells }) => cells[column] ?? "").filter((cell) => cell !== "");
}

function orderQuestion(texts: readonly string[], orders: readonly Order[], days: Days): Question {
  const readings = (text: string) => orders.map((order) => days.read(text, order));
  const telling = texts.find((text) => new Set(readings(text)).size > 1) ?? texts[0] ?? "";
  return {
    id: "date-order",
    text: `Which day is ${telling}?`,
    choices: orders.map((order) => ({
      value: order,
      label: `${ORDER_LABELS[order]}: ${written(days.read(telling, order))}`,
    })),
  };
}

function written(day: Day | null): string {
  if (day === null) return "not a day";
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
  return `${Number(day.slice(8))} ${month} ${day.slice(0, 4)}`;
}

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

export function markQuestion({ table, roles }: Pick<Told, "table" | "roles">): Question {
  const cells = MONEY.flatMap((role) => columnCells({ table, roles }, role));
  const telling = cells.find((cell) => /[.,]\d{3}(?!\d)/.test(cell)) ?? "";
  const digits = writtenAmount(telling)?.digits ?? telling;
  const whole = digits.replaceAll(/[.,]/g, "");
  return {
    id: "decimal-mark",
    text: `Which amount is ${telling}?`,
    choices: ([",", "."] as const).map((mark) => ({
      value: mark,
      label: digits.includes(mark)
        ? `${digits.replace(mark, ".")} with decimals`
        : `${whole} without decimals`,
    })),
  };
}
