import type { Day } from "../shared/time.ts";
import { CARD_NUMBER } from "./accounts.ts";
import type { Booking } from "./bookings.ts";
import { SETTLEMENT } from "./payments.ts";

export type Statement = {
  readonly from: Day;
  readonly to: Day;
  /** Balance before the first booking. */
  readonly opening: number;
  readonly bookings: readonly Booking[];
};

/** A statement as CAMT.053, with its balances. */
export function camtOf({ from, to, opening, bookings }: Statement, number: string): string {
  const closing = bookings.reduce((sum, { minor }) => sum + minor, opening);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>',
    `<GrpHdr><MsgId>${to}</MsgId></GrpHdr><Stmt><Id>${to}</Id><CreDtTm>${to}T20:00:00</CreDtTm>`,
    `<Acct><Id><IBAN>${number}</IBAN></Id><Ccy>EUR</Ccy></Acct>`,
    balance("OPBD", opening, from),
    balance("CLBD", closing, to),
    ...bookings.map(entry),
    "</Stmt></BkToCstmrStmt></Document>",
  ].join("\n");
}

function balance(code: string, minor: number, day: Day): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
}

function amount(minor: number): string {
  const side = minor < 0 ? "DBIT" : "CRDT";
  return `<Amt Ccy="EUR">${major(Math.abs(minor))}</Amt><CdtDbtInd>${side}</CdtDbtInd>`;
}

function entry({ date, name, minor }: Booking, index: number): string {
  const party = minor < 0 ? "Cdtr" : "Dbtr";
  const account =
    name === SETTLEMENT.name
      ? `<${party}Acct><Id><Othr><Id>${CARD_NUMBER}</Id></Othr></Id></${party}Acct>`
      : "";
  return [
    `<Ntry>${amount(minor)}<Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>`,
    `<AcctSvcrRef>${date.replaceAll("-", "")}${String(index).padStart(4, "0")}</AcctSvcrRef>`,
    `<NtryDtls><TxDtls><RltdPties><${party}><Nm>${name}</Nm></${party}>${account}</RltdPties></TxDtls></NtryDtls></Ntry>`,
  ].join("");
}

/** Bookings as CSV with the balance behind each. */
export function bankFileCsv({ opening, bookings }: Statement): string {
  let balance = opening;
  const lines = bookings.map(({ date, name, minor }) => {
    balance += minor;
    return [date, name, major(minor), major(balance)].join(";");
  });
  return `${["date;payee;amount;balance", ...lines].join("\n")}\n`;
}

function major(minor: number): string {
  return (minor / 100).toFixed(2);
}
