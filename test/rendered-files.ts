import { camt, camtBalance, camtEntry } from "./bank-files.ts";

/** A booking as any bank tells it, in euros. */
export type Booked = {
  readonly date: string;
  readonly minor: number;
  readonly name: string;
  readonly text: string;
  /** The bank's id; QIF has none. */
  readonly id?: string;
  readonly isPending?: boolean;
};

/** Balances before and after the bookings of a file, at the ends of its days. */
export type Balances = { readonly opening: number; readonly closing: number; readonly day: string };

type Render = (rows: readonly Booked[], balances?: Balances) => string;

export function two(number: number): string {
  return String(number).padStart(2, "0");
}

function amount({ minor }: Pick<Booked, "minor">, mark = "."): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}

function signed(row: Pick<Booked, "minor">, mark?: string): string {
  return (row.minor < 0 ? "-" : "") + amount(row, mark);
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function ofx(rows: readonly Booked[], isClosed: boolean, mark: string): string {
  const field = (tag: string, text: string) =>
    `<${tag}>${xml(text)}${isClosed ? `</${tag}>` : "\n"}`;
  const entries = rows.map(
    (row) =>
      `<STMTTRN>${field("DTPOSTED", row.date.replaceAll("-", ""))}${field("TRNAMT", signed(row, mark))}` +
      `${row.id === undefined ? "" : field("FITID", row.id)}${field("NAME", row.name)}${field("MEMO", row.text)}</STMTTRN>`,
  );
  return `<OFX><STMTRS><CURDEF>EUR</CURDEF><BANKTRANLIST>${entries.join("")}</BANKTRANLIST></STMTRS></OFX>`;
}

function qif(rows: readonly Booked[]): string {
  // Days above 12 in the first record tell the order.
  const records = rows.map((row) => {
    const [year = "", month, day] = row.date.split("-");
    return `D${month}/${day}'${year.slice(2)}\nT${signed(row)}\nP${row.name}\nM${row.text}\n^\n`;
  });
  return `!Type:Bank\nD01/31'26\nT100.00\nPOpening Balance\n^\n${records.join("")}`;
}

function mt940(rows: readonly Booked[], balances?: Balances): string {
  const day = ({ date }: Pick<Booked, "date">) => date.replaceAll("-", "").slice(2);
  const entries = rows.map((row) => {
    const text = `/NAME/${row.name}/REMI/${row.text}/`;
    const lines = text.match(/.{1,65}/g) ?? [];
    const id = row.id === undefined ? "" : `//${row.id}`;
    return `:61:${day(row)}${day(row).slice(2)}${row.minor < 0 ? "D" : "C"}${amount(row, ",")}NTRFNONREF${id}\n:86:${lines.join("\n")}\n`;
  });
  const balance = (minor: number, date: string) =>
    `${minor < 0 ? "D" : "C"}${day({ date })}EUR${amount({ minor }, ",")}`;
  const [opening, closing] =
    balances === undefined
      ? ["", ""]
      : [
          `:60F:${balance(balances.opening, balances.day)}\n`,
          `:62F:${balance(balances.closing, balances.day)}\n`,
        ];
  return `:20:S\n:25:1234567890\n:28C:1/1\n${opening}${entries.join("")}${closing}-\n`;
}

function camtFile(rows: readonly Booked[], balances?: Balances): string {
  const entries = rows.map((row) => {
    const isOut = row.minor < 0;
    const side = isOut ? "Cdtr" : "Dbtr";
    const party = `<RltdPties><${side}><Nm>${xml(row.name)}</Nm></${side}></RltdPties>`;
    const id = row.id === undefined ? "" : `<AcctSvcrRef>${row.id}</AcctSvcrRef>`;
    return camtEntry({
      amount: amount(row),
      sign: isOut ? "DBIT" : "CRDT",
      ...(row.isPending === true ? { status: "PDNG" } : {}),
      dates: `<BookgDt><Dt>${row.date}</Dt></BookgDt>`,
      rest: `${id}<NtryDtls><TxDtls>${party}<RmtInf><Ustrd>${xml(row.text)}</Ustrd></RmtInf></TxDtls></NtryDtls>`,
    });
  });
  const balance = (code: string, minor: number, day: string) =>
    camtBalance(code, amount({ minor }), minor < 0 ? "DBIT" : "CRDT").replace("2026-11-02", day);
  const stated =
    balances === undefined
      ? ""
      : balance("OPBD", balances.opening, balances.day) +
        balance("CLBD", balances.closing, balances.day);
  return camt(stated + entries.join(""));
}

/** Semicolons, and a column for the bank's id if it has ids. */
export function csv(rows: readonly Booked[]): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const hasIds = rows.some(({ id }) => id !== undefined);
  const titles = `date;payee;text;amount;status${hasIds ? ";transaction id" : ""}`;
  const lines = rows.map((row) =>
    [
      row.date,
      cell(row.name),
      cell(row.text),
      signed(row),
      row.isPending === true ? "pending" : "booked",
      ...(hasIds ? [cell(row.id ?? "")] : []),
    ].join(";"),
  );
  return `${[titles, ...lines].join("\n")}\n`;
}

/** One way of writing each format of XML, tags or lines. */
export const RENDERED: Readonly<Record<string, Render>> = {
  "OFX with end tags": (rows) => ofx(rows, true, "."),
  "OFX without end tags": (rows) => ofx(rows, false, ","),
  QIF: qif,
  MT940: (rows, balances = { opening: 0, closing: 100, day: "2026-11-05" }) =>
    mt940(rows, balances),
  CAMT: camtFile,
};
