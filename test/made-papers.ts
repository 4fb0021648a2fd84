import type { Cell, Own, Page, Paper } from "../src/reading/paper.ts";
import { addDays } from "../src/shared/calendar.ts";
import { minorDigits } from "../src/shared/money.ts";
import type { Day } from "../src/shared/time.ts";
import { PAPER_WORDS, type PaperWords } from "./paper-words.ts";

export const NOBODY: Own = { names: [], vatNumbers: [], ibans: [], country: null };
const TODAY: Day = "2026-11-24";

/**
 * Page of lines. Two spaces part the cells of a line, which stand where they stand in the text: a column is
 * what begins at the same letter. A line that begins with `#` is in letters of twice the size.
 */
export function pageOf(text: string, from: Page["from"] = "text"): Page {
  const cells = text.split("\n").flatMap((line, index) => cellsOf(line, index, from));
  return { width: 600, height: Math.max(820, text.split("\n").length * 14 + 40), cells, from };
}

const LETTER = 5;
const LINE = 14;

function cellsOf(line: string, index: number, from: Page["from"]): readonly Cell[] {
  const size = line.startsWith("#") ? 2 : 1;
  const shown = size === 2 ? line.slice(1) : line;
  return [...shown.matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index: at }) => ({
    text,
    score: from === "ocr" ? 0.97 : null,
    box: {
      left: 20 + at * LETTER,
      right: 20 + (at + text.length * size) * LETTER,
      top: 20 + index * LINE - (size - 1) * 4,
      bottom: 20 + index * LINE + 10 + (size - 1) * 4,
    },
  }));
}

export function paperOf(text: string, rest: Partial<Paper> = {}): Paper {
  const page = pageOf(text, rest.pages?.[0]?.from ?? "text");
  return {
    xml: null,
    mail: null,
    own: NOBODY,
    today: TODAY,
    name: "paper.pdf",
    ...rest,
    pages: [page],
  };
}

/** Fields of a made paper. Amounts are minor units. */
type MadeTruth = {
  readonly language: string;
  readonly currency: string;
  readonly amount: number;
  readonly payable: number | null;
  readonly tax: number | null;
  readonly rateBp: number | null;
  readonly date: Day;
  readonly due: Day | null;
  readonly number: string | null;
  readonly vendor: string;
};

export type MadePaper = { readonly text: string; readonly truth: MadeTruth };

/** Numbers from 0 up to, but without, the given one. */
export type Draw = (below: number) => number;

/** A generator of Lehmer's, for papers that are the same for the same seed. */
export function drawnBy(seed: number): Draw {
  let state = (seed * 48_271 + 12_345) % 2_147_483_647;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

export function madePaper(draw: Draw): MadePaper {
  const words = PAPER_WORDS[draw(PAPER_WORDS.length)];
  if (words === undefined) throw new Error("no words");
  return draw(3) === 0 ? madeReceipt(words, draw) : madeInvoice(words, draw);
}

/** Writes an amount as the language does, sometimes with the currency. */
function writerOf(words: PaperWords, draw: Draw): (minor: number) => string {
  const digits = minorDigits(words.currency);
  const [thousands, decimal] = words.marks;
  const style = draw(4);
  return (minor) => {
    const text = String(Math.abs(minor)).padStart(digits + 1, "0");
    const whole = text.slice(0, text.length - digits).replaceAll(/\B(?=(\d{3})+$)/g, thousands);
    const figure = `${minor < 0 ? "-" : ""}${whole}${decimal}${text.slice(text.length - digits)}`;
    if (style === 0) return figure;
    if (style === 1) return `${figure} ${words.currency}`;
    if (style === 2) return words.language === "en" ? `£${figure}` : `${figure} ${signOf(words)}`;
    return `${words.currency} ${figure}`;
  };
}

function signOf({ currency }: PaperWords): string {
  if (currency === "EUR") return "€";
  return currency === "PLN" ? "zł" : "kr";
}

function written(day: Day, format: PaperWords["dates"][number], words: PaperWords): string {
  const [year = "", month = "", date = ""] = day.split("-");
  switch (format) {
    case "d.m.y":
      return `${date}.${month}.${year}`;
    case "d/m/y":
      return `${date}/${month}/${year}`;
    case "d-m-y":
      return `${date}-${month}-${year}`;
    case "y-m-d":
      return day;
    default: {
      const dot = ["de", "da", "nb"].includes(words.language) ? "." : "";
      return `${Number(date)}${dot} ${words.months.split("|")[Number(month) - 1] ?? ""} ${year}`;
    }
  }
}

type Sums = {
  readonly items: readonly {
    readonly name: string;
    readonly count: number;
    readonly price: number;
    readonly rateBp: number;
  }[];
  readonly rates: readonly {
    readonly rateBp: number;
    readonly net: number;
    readonly tax: number;
  }[];
  readonly net: number;
  readonly tax: number;
};

const GOODS = [
  "Widget A4",
  "Service 24/7",
  "Kabel 3m",
  "Consulting",
  "Papier 80g",
  "Hosting M",
  "Coffee",
];

function sumsOf(words: PaperWords, draw: Draw, largest: number): Sums {
  const rates = draw(3) === 0 ? words.rates : words.rates.slice(0, 1);
  const items = Array.from({ length: rates.length + draw(4) }, (_, index) => ({
    name: GOODS[draw(GOODS.length)] ?? "",
    count: 1 + draw(9),
    price: 100 + draw(largest),
    rateBp: rates[index % rates.length] ?? 0,
  }));
  const byRate = rates.map((rateBp) => {
    const net = items
      .filter((item) => item.rateBp === rateBp)
      .reduce((sum, { count, price }) => sum + count * price, 0);
    return { rateBp, net, tax: Math.round((net * rateBp) / 10_000) };
  });
  return {
    items,
    rates: byRate,
    net: byRate.reduce((sum, { net }) => sum + net, 0),
    tax: byRate.reduce((sum, { tax }) => sum + tax, 0),
  };
}

function percent(bp: number, words: PaperWords): string {
  return String(bp / 100).replace(".", words.marks[1]);
}

const PREFIXES = ["RE-2026-", "INV", "2026/", "F26-", "", "FA ", "10"];
const VENDORS = ["Nordlicht", "Beispiel Technik", "Acme Tools", "Blue River", "Atelier Soleil"];

type Writer = {
  readonly pick: (texts: string) => string;
  readonly money: (minor: number) => string;
};

function madeInvoice(words: PaperWords, draw: Draw): MadePaper {
  const pick = (texts: string) => {
    const all = texts.split("|");
    return all[draw(all.length)] ?? "";
  };
  const money = writerOf(words, draw);
  const sums = sumsOf(words, draw, draw(3) === 0 ? 400_000 : 9000);
  const isCredit = draw(8) === 0;
  const gross = sums.net + sums.tax;
  const prepaid = !isCredit && draw(5) === 0 ? Math.round(gross / (2 + draw(3))) : 0;
  const date = addDays("2026-01-01", draw(300));
  const due = draw(4) === 0 ? null : addDays(date, 7 + draw(40));
  const number = `${PREFIXES[draw(PREFIXES.length)] ?? ""}${10_000 + draw(80_000)}`;
  const vendor = `${VENDORS[draw(VENDORS.length)] ?? ""} ${pick(words.forms)}`;
  const format = words.dates[draw(words.dates.length)] ?? "y-m-d";
  const meta = [
    [pick(words.number), number],
    [pick(words.issued), written(date, format, words)],
    [pick(words.customer), String(1000 + draw(9000))],
    ...(draw(2) === 0 ? [[pick(words.order), `B-${1000 + draw(9000)}`]] : []),
    ...(draw(2) === 0 ? [[pick(words.delivered), written(addDays(date, -3), format, words)]] : []),
    ...(due === null ? [] : [[pick(words.due), written(due, format, words)]]),
  ];
  const signed = isCredit && draw(2) === 0 ? -1 : 1;
  const text = [
    ...headOf(vendor, draw),
    `#${pick(isCredit ? words.credit : words.title)}`,
    "",
    ...metaLines(meta, draw),
    "",
    pick(words.sentences),
    "",
    ...itemLines(words, sums, money, signed),
    "",
    ...totalLines({ pick, money }, words, { sums, prepaid, signed }, draw),
    "",
    ...words.sentences.split("|"),
    "",
    `${vendor}  ${pick(words.vat)}`,
  ].join("\n");
  const turn = isCredit ? -1 : 1;
  return {
    text,
    truth: {
      language: words.language,
      currency: words.currency,
      amount: gross * turn,
      payable: prepaid === 0 ? null : gross - prepaid,
      tax: sums.tax * turn,
      rateBp: sums.rates.length === 1 ? (sums.rates[0]?.rateBp ?? null) : null,
      date,
      due,
      number,
      vendor,
    },
  };
}

function headOf(vendor: string, draw: Draw): readonly string[] {
  const address = [
    `${vendor} · Hauptstr. 1 · 12345 Stadt`,
    "Kunde Beispiel",
    "Nebenweg 5",
    "54321 Ort",
  ];
  return draw(2) === 0 ? [`#${vendor}`, "", ...address, ""] : [...address, ""];
}

function metaLines(meta: readonly (readonly string[])[], draw: Draw): readonly string[] {
  const style = draw(4);
  if (style === 0) return meta.map(([label = "", value = ""]) => `${label}: ${value}`);
  if (style === 1)
    return meta.map(([label = "", value = ""]) => `${" ".repeat(60)}${label.padEnd(36)}${value}`);
  if (style === 2) return meta.map(([label = "", value = ""]) => `${label}:`.padEnd(40) + value);
  const width = Math.max(...meta.flat().map((text) => text.length)) + 3;
  const shown = meta.slice(0, 5);
  return [
    shown.map(([label = ""]) => label.padEnd(width)).join(""),
    shown.map(([, value = ""]) => value.padEnd(width)).join(""),
    ...meta.slice(5).map(([label = "", value = ""]) => `${label}: ${value}`),
  ];
}

function itemLines(
  words: PaperWords,
  { items }: Sums,
  money: Writer["money"],
  signed: number,
): readonly string[] {
  const [name = "", count = "", price = "", sum = ""] = words.head.split("|");
  return [
    name.padEnd(40) + count.padEnd(14) + price.padEnd(26) + sum,
    ...items.map(
      (item) =>
        item.name.padEnd(40) +
        String(item.count).padEnd(14) +
        money(item.price).padEnd(26) +
        money(item.price * item.count * signed),
    ),
  ];
}

function totalLines(
  { pick, money }: Writer,
  words: PaperWords,
  {
    sums,
    prepaid,
    signed,
  }: { readonly sums: Sums; readonly prepaid: number; readonly signed: number },
  draw: Draw,
): readonly string[] {
  const line = (label: string, minor: number) =>
    " ".repeat(40) + label.padEnd(40) + money(minor * signed);
  const taxLabel = pick(words.tax);
  const gross = sums.net + sums.tax;
  return [
    line(pick(words.net), sums.net),
    ...sums.rates.map(({ rateBp, tax }) =>
      line(taxLabel.replace("#", percent(rateBp, words)), tax),
    ),
    line(pick(words.gross) + (draw(3) === 0 ? ":" : ""), gross),
    ...(prepaid === 0
      ? []
      : [
          line(pick(words.prepaid), draw(2) === 0 ? -prepaid : prepaid),
          line(pick(words.payable), gross - prepaid),
        ]),
  ];
}

function madeReceipt(words: PaperWords, draw: Draw): MadePaper {
  const pick = (texts: string) => {
    const all = texts.split("|");
    return all[draw(all.length)] ?? "";
  };
  const sums = sumsOf(words, draw, 2000);
  const [thousands, decimal] = words.marks;
  const money = (minor: number) => {
    const text = String(minor).padStart(3, "0");
    return `${text.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, thousands)}${decimal}${text.slice(-2)}`;
  };
  const gross = sums.net + sums.tax;
  const given = Math.ceil((gross + 1) / 1000) * 1000;
  const isCash = draw(2) === 0;
  const date = addDays("2026-01-01", draw(300));
  const format = words.dates.find((each) => each !== "d month y") ?? "y-m-d";
  const vendor = `${VENDORS[draw(VENDORS.length)] ?? ""} ${pick(words.forms)}`;
  const line = (label: string, value: string) => label.padEnd(30) + value;
  const text = [
    `#${vendor}`,
    "Hauptstr. 1",
    "12345 Stadt",
    pick(words.vat),
    "",
    ...sums.items.map((item) => line(item.name, money(item.price * item.count))),
    line(`${pick(words.sum)}${draw(2) === 0 ? ` ${words.currency}` : ""}`, money(gross)),
    ...(isCash
      ? [line(pick(words.given), money(given)), line(pick(words.change), money(given - gross))]
      : [line("VISA", money(gross))]),
    "",
    ...sums.rates.map(
      ({ rateBp, net, tax }) =>
        `${words.tax.split("|")[0]?.replace("#", percent(rateBp, words)) ?? ""}   ${money(net)}   ${money(tax)}   ${money(net + tax)}`,
    ),
    "",
    `${written(date, format, words)} ${10 + draw(10)}:${10 + draw(49)}   ${100 + draw(800)}`,
    ...words.thanks.split("|"),
  ].join("\n");
  return {
    text,
    truth: {
      language: words.language,
      currency: words.currency,
      amount: gross,
      payable: null,
      tax: sums.tax,
      rateBp: sums.rates.length === 1 ? (sums.rates[0]?.rateBp ?? null) : null,
      date,
      due: null,
      number: null,
      vendor,
    },
  };
}
