import { addDays } from "../shared/calendar.ts";
import type { Day } from "../shared/time.ts";
import { chanceOf } from "./chance.ts";
import type { Incoming } from "./fill-invoices.ts";
import { CARD_NUMBER, SETTLEMENT, type AccountName, ACCOUNTS, PAYMENTS } from "./payments.ts";

export type Statement = {
  readonly from: Day;
  readonly to: Day;
  /** Balance before the first booking. */
  readonly opening: number;
  readonly bookings: readonly Booking[];
};

/** CAMT.053. */
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

function entry({ date, name, text, minor }: Booking, index: number): string {
  const party = minor < 0 ? "Cdtr" : "Dbtr";
  const account =
    name === SETTLEMENT.name
      ? `<${party}Acct><Id><Othr><Id>${CARD_NUMBER}</Id></Othr></Id></${party}Acct>`
      : "";
  return [
    `<Ntry>${amount(minor)}<Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>`,
    `<AcctSvcrRef>${date.replaceAll("-", "")}${String(index).padStart(4, "0")}</AcctSvcrRef>`,
    `<NtryDtls><TxDtls><RltdPties><${party}><Nm>${escaped(name)}</Nm></${party}>${account}</RltdPties>${remittance(text)}</TxDtls></NtryDtls></Ntry>`,
  ].join("");
}

function remittance(text = ""): string {
  return text === "" ? "" : `<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

export function bankFileCsv({ opening, bookings }: Statement): string {
  let balance = opening;
  const lines = bookings.map(({ date, name, text = "", minor }) => {
    balance += minor;
    return [date, name, text, major(minor), major(balance)].join(";");
  });
  return `${["date;payee;reference;amount;balance", ...lines].join("\n")}\n`;
}

function major(minor: number): string {
  return (minor / 100).toFixed(2);
}

const MONTHS = 24;

type Booking = {
  readonly account: AccountName;
  readonly date: Day;
  readonly name: string;
  /** Words of the one who paid. */
  readonly text?: string;
  readonly minor: number;
};

export function firstDay(today: Day): Day {
  return `${monthBefore(today, MONTHS)}-01`;
}

export function monthsBetween(from: Day, to: Day): number {
  const [year = 0, month = 0] = from.split("-").map(Number);
  const [lastYear = 0, lastMonth = 0] = to.split("-").map(Number);
  return (lastYear - year) * 12 + lastMonth - month;
}

function monthBefore(today: Day, months: number): string {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const count = year * 12 + month - 1 - months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/** Up to yesterday, by day. The giro settles the card every month. */
export function bookingsUntil(today: Day, incoming: readonly Incoming[] = []): readonly Booking[] {
  const chance = chanceOf(17);
  const booked: Booking[] = [];
  let owed = -ACCOUNTS.card.opening_minor;
  for (let date = firstDay(today); date < today; date = addDays(date, 1)) {
    const dayOfMonth = Number(date.slice(8));
    for (const { account, name, day, between, often = 1, months = [MONTHS, 0] } of PAYMENTS) {
      const before = monthsBetween(date, today);
      if (day !== dayOfMonth || before > months[0] || before < months[1]) continue;
      const minor = chance.between(...between);
      if (!chance.often(often)) continue;
      booked.push({ account, date, name, minor });
      if (account === "card") owed -= minor;
    }
    if (dayOfMonth !== SETTLEMENT.day) continue;
    const { name } = SETTLEMENT;
    booked.push({ account: "giro", date, name, minor: -owed });
    booked.push({ account: "card", date, name, minor: owed });
    owed = 0;
  }
  return [...booked, ...incoming].toSorted(({ date: one }, { date: other }) =>
    one === other ? 0 : one < other ? -1 : 1,
  );
}
