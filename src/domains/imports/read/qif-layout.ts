import type { Mark } from "./amount.ts";
import { markOfColumn, writtenAmount } from "./csv/amounts.ts";
import { Days, type Order, ORDERS, dateOrders } from "./csv/dates.ts";
import type { QifRecord } from "./qif-records.ts";
import type { Question, ReadOptions } from "./statement.ts";

/** The way in which a file writes days and amounts, by all its records. */
export type QifLayout = {
  readonly order: Order;
  readonly mark: Mark;
  readonly days: Days;
  readonly questions: readonly Question[];
};

export function qifLayoutOf(records: readonly QifRecord[], options: ReadOptions): QifLayout {
  const days = new Days(options.today);
  const texts = records.flatMap(({ fields }) => dayText(fields.get("D") ?? "") ?? []);
  const orders = dateOrders(texts, days);
  const answered = ORDERS.find((order) => order === options.answers["date-order"]);
  const open = answered === undefined && orders.length > 1;
  const { mark, question } = markIn(records, options);
  return {
    order: answered ?? orders[0],
    mark,
    days,
    questions: [...(open ? [orderQuestion(texts, orders, days)] : []), ...question],
  };
}

/** The text of a day as other formats write it: `1/ 1'00` is `1/1/2000`. Null for none. */
export function dayText(text: string): string | null {
  const bare = text
    .replaceAll(/\s/g, "")
    .replace(/'(\d\d?)$/, (_, year: string) => `/20${year.padStart(2, "0")}`);
  const [, one, two, three] = /^(\d{1,4})[-/.'](\d{1,2})[-/.'](\d{1,4})$/.exec(bare) ?? [];
  if (one !== undefined) return `${one}/${two}/${three}`;
  return bare === "" ? null : bare;
}

function orderQuestion(texts: readonly string[], orders: readonly Order[], days: Days): Question {
  const readings = (text: string) => orders.map((order) => days.read(text, order));
  const telling = texts.find((text) => new Set(readings(text)).size > 1) ?? "";
  return {
    id: "date-order",
    text: `Which day is ${telling}?`,
    choices: orders.map((order) => ({
      value: order,
      label: `${WORDS[order]}: ${days.read(telling, order) ?? "not a day"}`,
    })),
  };
}

const WORDS: Readonly<Record<Order, string>> = {
  dmy: "Day first",
  mdy: "Month first",
  ymd: "Year first",
};

function markIn(records: readonly QifRecord[], { currency, answers }: ReadOptions) {
  const typed = records.flatMap(({ fields }) => fields.get("T") ?? fields.get("U") ?? []);
  const digits = typed.flatMap((text) => writtenAmount(text)?.digits ?? []);
  const found = markOfColumn(digits, currency);
  const answer = answers["decimal-mark"];
  if (found !== "open" || answer === "." || answer === ",") {
    const told: Mark = answer === "," ? "," : ".";
    return { mark: found === "." || found === "," ? found : told, question: [] };
  }
  return { mark: "." as const, question: [markQuestion(digits)] };
}

function markQuestion(digits: readonly string[]): Question {
  const telling = digits.find((one) => /[.,]/.test(one)) ?? "";
  const used = telling.includes(",") ? "," : ".";
  const other = used === "," ? "." : ",";
  return {
    id: "decimal-mark",
    text: `Which amount is ${telling}?`,
    choices: [
      { value: used, label: `${telling.replace(used, ".")} with decimals` },
      { value: other, label: `${telling.replace(used, "")} without decimals` },
    ],
  };
}
