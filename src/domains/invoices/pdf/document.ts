import type { Content, DocumentDefinition, StackNode, Style, TextNode } from "pdfmake";
import { drawnCode, epcText } from "../epc-code.ts";
import type { InvoiceBody } from "../invoice-body.ts";
import { isWebAddress, writtenFacts, writtenPayment, writtenTitle } from "../written-body.ts";
import { writtenDay, writtenMoney, WORDS } from "./languages.ts";
import { linesTable } from "./lines-table.ts";
import {
  accentOf,
  bareTable,
  COLOURS,
  FONT,
  innerWidth,
  mm,
  PAGE,
  write,
  writeLong,
} from "./look.ts";
import { postalLines, countryLine } from "./postal-address.ts";
import { taxTable, totals } from "./sums.ts";

/** DIN 5008 form B: the window's address begins 62.7 mm from the top. */
const ADDRESS_TOP = mm(62.7) - PAGE.top;
const ADDRESS_HEIGHT = mm(30);
const ADDRESS_WIDTH = mm(85);
const FACTS_LEFT = mm(97);
const RETURN_LINE = 12;

/** Characters of a return address that fit on its one line. */
const RETURN_LONGEST = 76;

const LOGO_MOST: [number, number] = [mm(62), mm(22)];

/**
 * Description of the document for pdfmake, which changes it while it draws: make a new one for each drawing.
 * @param logo a PNG
 */
export function documentOf(body: InvoiceBody, logo: Uint8Array | null): DocumentDefinition {
  const { language, look, issue_date, id, note, seller } = body;
  return {
    version: "1.7",
    subset: "PDF/A-3b",
    displayTitle: true,
    language,
    pageSize: look.paper,
    pageMargins: [PAGE.left, PAGE.top, PAGE.right, PAGE.bottom],
    // The id of the file is made of these. pdfmake writes them into XML as they are.
    info: {
      title: writtenTitle(body).replaceAll(/[<>&]/g, ""),
      creator: "Ledgerport",
      producer: "Ledgerport",
      creationDate: new Date(`${issue_date}T00:00:00Z`),
      Document: id,
    },
    defaultStyle: { font: FONT, fontSize: 9, color: COLOURS.text },
    content: [
      letterhead(body, logo),
      heading(body),
      linesTable(body),
      totals(body),
      ...taxTable(body),
      ...payment(body),
      ...paragraph(note, {}),
      ...paragraph(seller.legal_text, { fontSize: 8, color: COLOURS.text3 }),
    ],
    footer: (page, pages) => footer(body, [page, pages]),
  };
}

function letterhead(body: InvoiceBody, logo: Uint8Array | null): Content {
  const { seller, buyer } = body;
  const top = logo === null ? write(seller.name, { bold: true, fontSize: 14 }) : logoOf(logo);
  const from = [seller.name, ...postalLines(seller)].join(" · ");
  const address = [buyer.name, ...postalLines(buyer), ...countryLine(buyer, body)];
  const factsWidth = innerWidth(body.look.paper) - FACTS_LEFT;
  const small = { fontSize: 6.5, color: COLOURS.text3 };
  return {
    columns: [
      {
        width: ADDRESS_WIDTH,
        stack: [
          bareTable({ widths: [ADDRESS_WIDTH], rows: [[top]], heights: ADDRESS_TOP - RETURN_LINE }),
          bareTable({
            widths: [ADDRESS_WIDTH],
            rows: [[write(from.length > RETURN_LONGEST ? "" : from, small)]],
            heights: RETURN_LINE,
          }),
          bareTable({
            widths: [ADDRESS_WIDTH],
            rows: [[{ stack: address.map((line) => write(line, { fontSize: 9.5 })) }]],
            heights: ADDRESS_HEIGHT,
          }),
        ],
      },
      {
        width: factsWidth,
        stack: [
          bareTable({
            widths: [factsWidth],
            rows: [[sellerOf(body, logo !== null)]],
            heights: ADDRESS_TOP,
          }),
          facts(body),
        ],
      },
    ],
    columnGap: FACTS_LEFT - ADDRESS_WIDTH,
  };
}

function logoOf(logo: Uint8Array): Content {
  return { image: `data:image/png;base64,${Buffer.from(logo).toString("base64")}`, fit: LOGO_MOST };
}

function sellerOf(body: InvoiceBody, hasLogo: boolean): Content {
  const { seller, language } = body;
  const words = WORDS[language];
  const groups = [
    [...postalLines(seller), ...countryLine(seller, body)],
    [seller.contact, seller.phone, seller.email],
    [
      seller.vat_number === null ? null : `${words.vatNumber} ${seller.vat_number}`,
      seller.tax_number === null ? null : `${words.taxNumber} ${seller.tax_number}`,
      seller.registration,
    ],
  ].map((group) => group.filter((line) => line !== null));
  const style = { fontSize: 8, color: COLOURS.text2 };
  return {
    stack: [
      ...(hasLogo ? [write(seller.name, { ...style, color: COLOURS.text, bold: true })] : []),
      ...groups
        .filter(({ length }) => length > 0)
        .map((group, at) => ({
          stack: group.map((line) => write(line, style)),
          margin: [0, at === 0 ? 0 : 4, 0, 0] satisfies [number, number, number, number],
        })),
    ],
  };
}

function facts(body: InvoiceBody): Content {
  const labels = 76;
  return bareTable({
    widths: [labels, innerWidth(body.look.paper) - FACTS_LEFT - labels],
    rows: writtenFacts(body).map(([label, value]) => [labelOf(label), write(value)]),
    layout: { paddingBottom: () => 3 },
  });
}

/** Smaller than its value, on the same line of writing. */
function labelOf(label: string): TextNode {
  return write(label, { color: COLOURS.text2, fontSize: 8, margin: [0, 1, 0, 0] });
}

function heading({ language, type, number, look }: InvoiceBody): Content {
  const words = WORDS[language];
  return {
    text: [
      write(words[type], { bold: true, color: accentOf(look.accent) }),
      number === null
        ? write(`  ${words.draft}`, { color: COLOURS.bad })
        : write(` ${number}`, { color: COLOURS.text }),
    ],
    fontSize: 20,
    margin: [0, 14, 0, 0],
  };
}

const CODE_SIDE = 84;
const CODE_GAP = 16;

function payment(body: InvoiceBody): readonly Content[] {
  const { payment, language, currency, total_minor, due_date, type } = body;
  if (payment === null) return [];
  const words = WORDS[language];
  const isOwed = type === "invoice" && total_minor > 0;
  const sentence = isOwed
    ? words.payBy(
        writtenMoney(language, total_minor, currency),
        due_date === null ? null : writtenDay(language, due_date),
      )
    : words.bankDetails;
  const code = isOwed ? epcText(body, total_minor) : null;
  const width = innerWidth(body.look.paper) - 24 - (code === null ? 0 : CODE_SIDE + CODE_GAP);
  const table = bareTable({
    widths: [90, width - 90],
    rows: writtenPayment(body).map((row) => [labelOf(row.label), paymentText(row)]),
    layout: { paddingTop: () => 2, paddingBottom: () => 1 },
  });
  const details = { stack: [write(sentence, { bold: true, margin: [0, 0, 0, 4] }), table] };
  return [
    {
      ...bareTable({
        widths: [innerWidth(body.look.paper) - 24],
        rows: [[code === null ? details : beside({ ...details, width }, codeOf(code, language))]],
        layout: {
          fillColor: () => COLOURS.canvas,
          paddingLeft: () => 12,
          paddingRight: () => 12,
          paddingTop: () => 10,
          paddingBottom: () => 10,
        },
      }),
      unbreakable: isSmall(body),
      margin: [0, 20, 0, 0],
    },
  ];
}

function paymentText({ is, text }: ReturnType<typeof writtenPayment>[number]): Content {
  if (is === "details") return writeLong(text);
  return write(text, is === "online" && isWebAddress(text) ? { link: text } : {});
}

function beside(details: StackNode & { readonly width: number }, code: Content): Content {
  return { columns: [details, { ...code, width: CODE_SIDE }], columnGap: CODE_GAP };
}

/** The code on white, with the words that say what it is for. */
function codeOf(text: string, language: InvoiceBody["language"]): StackNode {
  const { size, runs } = drawnCode(text);
  const module = CODE_SIDE / size;
  const ground = { x: 0, y: 0, w: CODE_SIDE, h: CODE_SIDE, color: "#ffffff" };
  const dark = runs.map(({ x, y, width }) => ({
    x: x * module,
    y: y * module,
    w: width * module,
    h: module,
    color: "#000000",
  }));
  return {
    stack: [
      { canvas: [ground, ...dark].map((rect) => ({ type: "rect" as const, ...rect })) },
      write(WORDS[language].scan, { fontSize: 7, color: COLOURS.text2, margin: [0, 3, 0, 0] }),
    ],
  };
}

/** True if the payment box is less than a third of a page: a block higher than a page would lose its end. */
function isSmall({ payment }: InvoiceBody): boolean {
  const text = Object.values(payment ?? {}).join("\n");
  return text.length + 40 * text.split("\n").length < 1000;
}

function paragraph(text: string | null, style: Style): readonly Content[] {
  return text === null ? [] : [writeLong(text, { ...style, margin: [0, 16, 0, 0] })];
}

function footer(body: InvoiceBody, [page, pages]: readonly [number, number]): Content {
  const style = { fontSize: 7.5, color: COLOURS.text3 };
  return {
    columns: [
      write(writtenTitle(body), style),
      write(WORDS[body.language].page(page, pages), { ...style, alignment: "right" }),
    ],
    margin: [PAGE.left, mm(8), PAGE.right, 0],
  };
}
