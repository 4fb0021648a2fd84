import type { Content, TableLayout, TableNode } from "pdfmake";
import type { InvoiceBody } from "../invoice-body.ts";
import { writtenRate } from "../written-body.ts";
import {
  capital,
  writtenDecimal,
  writtenPercent,
  columnAmount,
  hasCode,
  writtenPrice,
  invoiceTaxName,
  WORDS,
} from "./languages.ts";
import { accentOf, COLOURS, innerWidth, widthOf, write } from "./look.ts";
import { drawnText } from "./text.ts";

type Line = InvoiceBody["lines"][number];

type Column = {
  readonly title: string;
  readonly isLeft?: boolean;
  readonly gap?: number;
  readonly cell: (line: Line) => string;
};

const SIZE = 9;
const HEAD_SIZE = 8;
const GAP = 12;
const NAME_LEAST = 120;

/** Lines of the table, whose header stands on every page. */
export function linesTable(body: InvoiceBody): TableNode {
  const columns = columnsOf(body);
  const gaps = columns.reduce((sum, { gap = GAP }) => sum + gap, 0);
  const wanted = columns.map((column) => widthOfColumn(column, body.lines));
  const room = innerWidth(body.look.paper) - gaps;
  const sum = wanted.reduce((sum, width) => sum + width, 0);
  // Figures with many digits are drawn smaller, so that a name keeps its room.
  const scale = Math.min(1, (room - NAME_LEAST) / sum);
  const widths = wanted.map((width) => width * scale);
  const nameWidth = room - sum * scale;
  return {
    table: {
      headerRows: 1,
      // Rows higher than a page would lose their end.
      dontBreakRows: body.lines.every(isShort),
      widths: [nameWidth, ...widths],
      body: [
        headOf(WORDS[body.language].description, columns, scale),
        ...body.lines.map((line) => rowOf(line, columns, scale)),
      ],
    },
    layout: layoutOf(accentOf(body.look.accent), columns),
    margin: [0, 16, 0, 0],
  };
}

function columnsOf(body: InvoiceBody): readonly Column[] {
  const { language, currency, lines } = body;
  const words = WORDS[language];
  const tax = invoiceTaxName(body);
  const code = hasCode(currency) ? ` (${currency})` : "";
  const amount = `${words.amount}${code}`;
  const unit: Column = { title: "", isLeft: true, gap: 3, cell: ({ unit }) => unit ?? "" };
  const discount: Column = { title: words.discount, cell: (line) => discountOf(line, body) };
  const rate: Column = { title: capital(tax), cell: (line) => writtenRate(line.tax, body) };
  return [
    { title: words.quantity, cell: ({ quantity }) => writtenDecimal(language, quantity) },
    ...(lines.some(({ unit }) => unit !== null) ? [unit] : []),
    {
      title: `${words.price}${code}`,
      cell: ({ price }) => writtenPrice(language, price, currency),
    },
    ...(lines.some(({ discount }) => discount !== null) ? [discount] : []),
    ...(lines.some(({ tax }) => tax !== null) ? [rate] : []),
    {
      title: body.prices_include_tax ? words.including(amount, tax) : amount,
      cell: ({ amount_minor }) => columnAmount(language, amount_minor, currency),
    },
  ];
}

function discountOf(
  { discount, discount_minor }: Line,
  { language, currency }: InvoiceBody,
): string {
  if (discount === null) return "";
  return "bp" in discount
    ? writtenPercent(language, discount.bp)
    : columnAmount(language, discount_minor, currency);
}

function widthOfColumn({ title, cell }: Column, lines: readonly Line[]): number {
  const head = title.split(" ").map((word) => widthOf(word, HEAD_SIZE));
  return Math.max(...head, ...lines.map((line) => Math.min(110, widthOf(cell(line), SIZE))));
}

function headOf(name: string, columns: readonly Column[], scale: number): Content[] {
  const style = { fontSize: HEAD_SIZE * scale, color: COLOURS.text2 };
  return [
    write(name, { ...style, fontSize: HEAD_SIZE }),
    ...columns.map(({ title, isLeft }) =>
      write(title, { ...style, alignment: isLeft ? "left" : "right" }),
    ),
  ];
}

function rowOf(line: Line, columns: readonly Column[], scale: number): Content[] {
  const { name, description } = line;
  const below = { fontSize: 8, color: COLOURS.text2, margin: [0, 2, 0, 0] } as const;
  return [
    {
      stack: [write(name), ...(description === null ? [] : [write(description, below)])],
    },
    ...columns.map(({ cell, isLeft }) =>
      write(cell(line), { fontSize: SIZE * scale, alignment: isLeft ? "left" : "right" }),
    ),
  ];
}

/** True if the row is less than a third of a page, however it is broken. */
function isShort({ name, description, unit }: Line): boolean {
  const text = drawnText(`${name}\n${description ?? ""}`);
  return text.length + 30 * text.split("\n").length + 10 * (unit ?? "").length < 900;
}

function layoutOf(accent: string, columns: readonly Column[]): TableLayout {
  const ends = (row: number, count: number) => row === 1 || row === count;
  return {
    hLineWidth: (row, { table }) => (row === 0 ? 0 : ends(row, table.body.length) ? 0.75 : 0.5),
    hLineColor: (row, { table }) =>
      row === 1 ? accent : ends(row, table.body.length) ? COLOURS.text3 : COLOURS.line,
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 0 ? 0 : (columns[column - 1]?.gap ?? GAP)),
    paddingRight: () => 0,
    paddingTop: (row) => (row === 0 ? 0 : 5),
    paddingBottom: () => 5,
  };
}
