import { unreadable } from "../../../core/errors.ts";
import { readAmount } from "./amount.ts";
import {
  accountNumberOf,
  bankIdOf,
  readCurrency,
  errorAt,
  firstText,
  joinedText,
  oneLine,
  type Outcome,
  outcomeOf,
  sortedOut,
} from "./booking.ts";
import { compactDay } from "./calendar-day.ts";
import { type Aggregate, allOf, childOf, decodedText, readOfxTree } from "./ofx-tree.ts";
import type { Balance, ReadFile, ReadOptions, RowError, Statement } from "./statement.ts";

/**
 * Reads statements of bank accounts and cards in OFX 1, OFX 2 and QFX.
 * @throws Refusal for a file with none of them: the bank's own error, investments, or another message
 */
export function readOfx(text: string, options: ReadOptions): Omit<ReadFile, "encoding"> {
  const root = readOfxTree(text);
  const accounts = allOf(root, /^(CC)?STMTRS$/);
  const left = [...faultsOf(root), ...otherStatementsOf(root)];
  if (accounts.length === 0) throw nothingIn(left);
  const read = accounts.map((account) => statementOf(account, options));
  const dialect = dialectOf(text);
  return {
    format: "ofx",
    dialect,
    signature: `ofx ${dialect}`,
    statements: read.map(({ statement }) => statement),
    errors: [...read.flatMap(({ errors }) => errors), ...cutOff(text)],
    questions: [],
    notices: [...left, ...read.flatMap(({ notices }) => notices)],
  };
}

function dialectOf(text: string): string {
  if (/<INTU\.BID>/i.test(text)) return "QFX";
  const major = /OFXHEADER\s*[:=]\s*"?([12])/.exec(text.slice(0, 2000))?.[1];
  return `OFX ${major ?? (/^\s*<\?xml/i.test(text) ? "2" : "1")}`;
}

function nothingIn([reason]: readonly string[]) {
  return unreadable(
    reason?.replace(/\.$/, "") ?? "The file is OFX, but has no statement of an account or card",
    "export the statement of a bank account or card",
  );
}

function faultsOf(root: Aggregate): readonly string[] {
  return allOf(root, /^STATUS$/).flatMap(({ values }) => {
    const isError = values.get("SEVERITY")?.toUpperCase() === "ERROR";
    if (!isError) return [];
    const [code = "?", message = "no message"] = [values.get("CODE"), values.get("MESSAGE")];
    return [`The bank wrote an error into the file: ${oneLine(decodedText(message))} (${code}).`];
  });
}

function otherStatementsOf(root: Aggregate): readonly string[] {
  const tags = allOf(root, /STMTRS$/).map(({ tag }) => tag);
  return [...new Set(tags)]
    .filter((tag) => !/^(CC)?STMTRS$/.test(tag))
    .map((tag) => {
      const what = tag === "INVSTMTRS" ? "an investment statement" : "a statement of another kind";
      return `The file has ${what} (${tag}), which is not imported.`;
    });
}

/** Reports a missing end tag of the whole, which is never optional. */
function cutOff(text: string): readonly RowError[] {
  if (/<\/OFX\s*>/i.test(text)) return [];
  const why =
    "The file ends before </OFX>: it is cut off, so rows at its end may be missing or wrong.";
  return [{ line: text.split("\n").length, column: null, text: "", why }];
}

function statementOf(account: Aggregate, options: ReadOptions) {
  const currency = readCurrency(account.values.get("CURDEF"));
  const outcomes = allOf(account, /^STMTTRNP?$/).map((entry) =>
    rowOf(entry, currency ?? options.currency),
  );
  const { rows, infos, errors } = sortedOut(outcomes);
  const from = childOf(account, "BANKACCTFROM", "CCACCTFROM");
  const { closing, notices } = closingOf(account, currency ?? options.currency);
  const statement: Statement = {
    accountNumber: accountNumberOf(from?.values.get("ACCTID")),
    currency,
    number: null,
    opening: null,
    closing,
    rows,
    infos,
  };
  return { statement, errors, notices };
}

type Closing = { readonly closing: Balance | null; readonly notices: readonly string[] };

/** The bank knows no balance where the day is zeros. */
function closingOf(account: Aggregate, currency: string): Closing {
  const ledger = childOf(account, "LEDGERBAL")?.values;
  const [amount, asOf = ""] = [ledger?.get("BALAMT"), ledger?.get("DTASOF")];
  if (amount === undefined || /^0+/.test(asOf)) return { closing: null, notices: [] };
  const read = readAmount(amount, currency);
  if ("minor" in read)
    return {
      closing: { minor: read.minor, day: compactDay(asOf), kind: "intraday" },
      notices: [],
    };
  const notice = `The balance “${oneLine(amount).slice(0, 60)}” (LEDGERBAL) is left out. ${read.why}`;
  return { closing: null, notices: [notice] };
}

function rowOf(entry: Aggregate, currency: string): Outcome {
  const { line, values } = entry;
  const dated = values.get("DTPOSTED") ?? values.get("DTUSER") ?? values.get("DTTRAN") ?? "";
  const date = compactDay(dated) ?? compactDay(values.get("DTUSER") ?? "");
  if (date === null) return errorAt(line, "DTPOSTED", dated, "This is not a date that exists.");
  const paidIn = readCurrency(childOf(entry, "CURRENCY")?.values.get("CURSYM"));
  if (paidIn !== null && paidIn !== currency)
    return errorAt(
      line,
      "CURSYM",
      paidIn,
      `The amount is not in ${currency}, the account's currency.`,
    );
  const typed = values.get("TRNAMT") ?? "";
  const amount = readAmount(typed, currency);
  if (!("minor" in amount)) return errorAt(line, "TRNAMT", typed, amount.why);
  const { name, payee, memo, check, reference } = wordsOf(entry);
  const other = childOf(entry, "BANKACCTTO", "CCACCTTO")?.values.get("ACCTID");
  return outcomeOf({
    line,
    date,
    valueDate: compactDay(values.get("DTAVAIL") ?? ""),
    minor: amount.minor,
    isPending: entry.tag === "STMTTRNP",
    names: [name, payee, memo, values.get("TRNTYPE")],
    description: joinedText(name === null ? null : payee, memo),
    reference: bankIdOf(check) ?? bankIdOf(reference),
    counterpartyNumber: accountNumberOf(other),
    bankId: bankIdOf(values.get("FITID")),
    ownText: [name, payee, memo, check, reference].map((text) => text ?? ""),
  });
}

function wordsOf(entry: Aggregate) {
  const text = (tag: string) => firstText(decodedText(entry.values.get(tag) ?? ""));
  const payee = childOf(entry, "PAYEE")?.values.get("NAME") ?? entry.values.get("PAYEE");
  return {
    name: text("NAME"),
    payee: firstText(decodedText(payee ?? "")) ?? text("EXTDNAME"),
    memo: text("MEMO"),
    check: text("CHECKNUM"),
    reference: text("REFNUM"),
  };
}
