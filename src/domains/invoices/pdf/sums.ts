import type { Content, TableNode } from "pdfmake";
import type { InvoiceBody } from "../invoice-body.ts";
import { listsTaxes, writtenRate, writtenSums, writtenTaxIn } from "../written-body.ts";
import { capital, invoiceTaxName, WORDS, writtenMoney } from "./languages.ts";
import { accentOf, bareTable, COLOURS, innerWidth, write } from "./look.ts";

const WIDTH = 250;
const AMOUNT_WIDTH = 116;

/** More rows than these are higher than what may stay together on one page. */
const MOST_TOGETHER = 16;

/** Sums on the right, down to the total over the double rule. */
export function totals(body: InvoiceBody): Content {
  const { language, currency } = body;
  const money = (minor: number) => writtenMoney(language, minor, currency);
  const row = ([label, amount]: readonly [string, string]): Content[] => [
    write(label, { color: COLOURS.text2 }),
    write(amount, { alignment: "right" }),
  ];
  const before = writtenSums(body);
  const total = { bold: true, fontSize: 12 };
  const accent = accentOf(body.look.accent);
  const spacing = { paddingTop: () => 3, paddingBottom: () => 3 };
  return {
    columns: [
      { width: "*", text: "" },
      {
        width: WIDTH,
        stack: [
          ...(before.length === 0
            ? []
            : [bareTable({ widths: WIDTHS, rows: before.map(row), layout: spacing })]),
          totalTable(
            [
              write(WORDS[language].total, total),
              write(money(body.total_minor), { ...total, alignment: "right" }),
            ],
            before.length > 0,
          ),
          doubleRule(accent),
          ...taxInOther(body),
        ],
      },
    ],
    unbreakable: before.length <= MOST_TOGETHER,
    margin: [0, 10, 0, 0],
  };
}

const TOTAL_WIDTHS = [92, WIDTH - 92];
const WIDTHS = [WIDTH - AMOUNT_WIDTH, AMOUNT_WIDTH];

function totalTable(cells: readonly Content[], hasRule: boolean): TableNode {
  return bareTable({
    widths: TOTAL_WIDTHS,
    rows: [cells],
    layout: {
      hLineWidth: (row) => (row === 0 && hasRule ? 0.5 : 0),
      hLineColor: () => COLOURS.text3,
      paddingTop: () => 6,
      paddingBottom: () => 4,
    },
  });
}

/** The bookkeeper's rule under a final total: 1 px, 2 px between, 1 px. */
function doubleRule(colour: string): Content {
  const rule = (y: number) => ({
    type: "line" as const,
    x1: 0,
    x2: WIDTH,
    y1: y,
    y2: y,
    lineWidth: 0.75,
    lineColor: colour,
  });
  return { canvas: [rule(0), rule(2.25)] };
}

function taxInOther(body: InvoiceBody): readonly Content[] {
  const written = writtenTaxIn(body);
  if (written === null) return [];
  const [label, amount] = written.row;
  return [
    {
      ...bareTable({
        widths: WIDTHS,
        rows: [[write(label, { color: COLOURS.text2 }), write(amount, { alignment: "right" })]],
      }),
      margin: [0, 8, 0, 0],
    },
    write(written.rate, { fontSize: 8, color: COLOURS.text3 }),
  ];
}

/** Taxes one by one, where there are several or one has a reason. */
export function taxTable(body: InvoiceBody): readonly Content[] {
  const { language, currency, taxes, look } = body;
  if (!listsTaxes(body)) return [];
  const hasReasons = taxes.some(({ reason }) => reason !== null);
  const words = WORDS[language];
  const tax = capital(invoiceTaxName(body));
  const head = { color: COLOURS.text2 };
  const right = { alignment: "right" as const };
  const figures = [70, 90, 84];
  const rest = innerWidth(look.paper) - figures.reduce((sum, width) => sum + width, 0) - 18;
  const reason = (text: string | null) =>
    hasReasons ? [write(text ?? "", { margin: [18, 0, 0, 0] })] : [];
  const rows = [
    [
      write(words.rate, head),
      write(words.taxable, { ...head, ...right }),
      write(tax, { ...head, ...right }),
      ...reason(words.reason),
    ],
    ...taxes.map((group) => [
      write(writtenRate(group, body)),
      write(writtenMoney(language, group.net_minor, currency), right),
      write(writtenMoney(language, group.tax_minor, currency), right),
      ...reason(group.reason),
    ]),
  ];
  return [
    {
      ...bareTable({
        widths: hasReasons ? [...figures, rest + 18] : figures,
        rows,
        layout: {
          hLineWidth: (row) => (row === 0 ? 0 : 0.5),
          hLineColor: () => COLOURS.line,
          paddingTop: () => 3,
          paddingBottom: () => 3,
        },
      }),
      fontSize: 8,
      margin: [0, 18, 0, 0],
    },
  ];
}
