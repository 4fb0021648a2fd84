import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext } from "../../db/context.ts";
import { pause } from "../../db/transaction.ts";
import { readAccountNumber, numberHash } from "../bank-accounts/account-number.ts";
import { noAccount, type Row as Account } from "../bank-accounts/bank-account.ts";
import type { Question, Statement } from "./read/statement.ts";

export type AccountStatements = {
  readonly account: Account;
  readonly statements: readonly Statement[];
  /** Number that the account gets from the file; null where it gets none. */
  readonly learnt: string | null;
};

/** Statements of an account that the team does not have: they are left out. */
export type OtherStatements = {
  /** The answer to it is the account that the statements go to. */
  readonly id: string;
  readonly number: string | null;
  readonly currency: string | null;
  readonly rows: number;
};

type Told = {
  readonly chosen: string;
  readonly statements: readonly Statement[];
  readonly answers: Readonly<Record<string, string>>;
};

const STATEMENTS_A_SLICE = 100;

/**
 * Finds the account of each statement by its number. The chosen account gets a number that no account has, if it has
 * none. A file of another account asks a question.
 * @throws Refusal for a file in another currency, or an account that is gone
 */
export async function accountsOf(context: AuditContext, told: Told) {
  const all = await findAccounts(context);
  const chosen = all.find(({ id }) => id === told.chosen);
  // Deleted while its file was read.
  if (chosen === undefined) throw noAccount(told.chosen);
  const numbers = new Set(told.statements.map(({ accountNumber }) => accountNumber));
  const pockets = new Set(told.statements.flatMap(({ pocket }) => pocket ?? []));
  const isOne = numbers.size === 1;
  const around = { all, chosen, isOne, hasPockets: pockets.size > 1, answers: told.answers };
  const found = new Map<string, { statements: Statement[]; learnt: string | null }>();
  const others = new Map<string, OtherStatements>();
  const questions = new Map<string, Question>();
  for (const [index, statement] of told.statements.entries()) {
    if (index % STATEMENTS_A_SLICE === 0) await pause(context);
    const place = toldPlace(context, statement, around) ?? placeOf(context, statement, around);
    if ("question" in place) questions.set(place.question.id, place.question);
    const account = "account" in place ? place.account : chosen;
    if ("isOther" in place || !hasCurrency(statement, account)) {
      if (told.statements.length === 1 && !("isOther" in place))
        throw otherCurrency(statement, account);
      const other = otherOf(context, statement);
      const there = others.get(other.id);
      others.set(other.id, { ...other, rows: other.rows + (there?.rows ?? 0) });
      continue;
    }
    const entry = found.get(account.id) ?? { statements: [], learnt: null };
    entry.statements.push(statement);
    entry.learnt ??= "learnt" in place ? place.learnt : null;
    found.set(account.id, entry);
  }
  const accounts = all.flatMap((account) => {
    const entry = found.get(account.id);
    return entry === undefined ? [] : [{ account, ...entry }];
  });
  return { accounts, others: [...others.values()], questions: [...questions.values()] };
}

type Around = Pick<Told, "answers"> & {
  readonly all: readonly Account[];
  readonly chosen: Account;
  /** True for a file of one account number. */
  readonly isOne: boolean;
  /** True for a file that names several accounts without numbers. */
  readonly hasPockets: boolean;
};

type Place =
  | { readonly account: Account; readonly learnt: string | null }
  | { readonly isOther: true }
  | { readonly question: Question };

/** Finds the account that a person chose for a statement without one. That account learns the number. */
function toldPlace(
  context: AuditContext,
  statement: Statement,
  { all, answers }: Around,
): Place | null {
  const account = all.find(({ id }) => id === answers[otherId(context, statement)]);
  if (account === undefined || !hasCurrency(statement, account)) return null;
  return { account, learnt: account.number_hash === null ? statement.accountNumber : null };
}

function placeOf(context: AuditContext, statement: Statement, around: Around): Place {
  const { accountNumber, currency, pocket } = statement;
  const { all, chosen, isOne, answers } = around;
  if (pocket !== undefined && around.hasPockets) return pocketPlace(pocket, statement, around);
  if (accountNumber === null || context.sealing === null) return { account: chosen, learnt: null };
  const { normal, masked } = readAccountNumber(accountNumber);
  const hash = numberHash(context.sealing, context.team.id, normal);
  const same = all.filter(({ number_hash }) => number_hash === hash);
  const owner = same.find((one) => one.currency === (currency ?? chosen.currency)) ?? same[0];
  if (owner?.id === chosen.id) return { account: chosen, learnt: null };
  if (owner !== undefined && !isOne) return { account: owner, learnt: null };
  if (owner === undefined && chosen.number_hash === null && isOne)
    return { account: chosen, learnt: accountNumber };
  if (!isOne) return { isOther: true };
  const id = `account:${masked}`;
  const answer = answers[id];
  if (answer === chosen.id) return { account: chosen, learnt: null };
  if (answer === owner?.id && owner !== undefined) return { account: owner, learnt: null };
  const text = `The file is of the account ${masked}, ${contrast(chosen, masked)}. Where does it go?`;
  const choices = [...(owner === undefined ? [] : [owner]), chosen];
  return {
    question: { id, text, choices: choices.map((one) => ({ value: one.id, label: one.name })) },
  };
}

const LEFT_OUT = "none";

/** Asks for the account of each pocket: the chosen one is that of one of them, and nothing tells which. */
function pocketPlace(
  pocket: string,
  { currency }: Statement,
  { all, chosen, answers }: Around,
): Place {
  const wanted = currency ?? chosen.currency;
  const fitting = all.filter((account) => account.currency === wanted);
  if (fitting.length === 0) return { isOther: true };
  const id = `pocket:${pocket} ${wanted}`;
  const answer = answers[id];
  const account = fitting.find((one) => one.id === answer);
  if (account !== undefined) return { account, learnt: null };
  if (answer === LEFT_OUT) return { isOther: true };
  return {
    question: {
      id,
      text: `The file has several accounts. Which account is “${pocket}” in ${wanted}?`,
      choices: [
        ...fitting.map((one) => ({ value: one.id, label: one.name })),
        { value: LEFT_OUT, label: "None: leave its rows out" },
      ],
    },
  };
}

function contrast({ name, number_masked }: Account, masked: string): string {
  if (number_masked !== masked)
    return `not of ${quoted(name)} (${number_masked ?? "without a number"})`;
  return `as ${quoted(name)} looks too, but the whole numbers differ, or the one here cannot be compared since the server's secret changed`;
}

function hasCurrency({ currency }: Statement, account: Account): boolean {
  return currency === null || currency === account.currency;
}

function otherOf(context: AuditContext, statement: Statement): OtherStatements {
  const { accountNumber, currency, rows } = statement;
  const number = accountNumber === null ? null : readAccountNumber(accountNumber).masked;
  return { id: otherId(context, statement), number, currency, rows: rows.length };
}

/** Uses the hash, since two masked numbers may look alike. */
function otherId(
  { sealing, team }: AuditContext,
  { accountNumber, currency, pocket }: Pick<Statement, "accountNumber" | "currency" | "pocket">,
): string {
  const hash =
    accountNumber === null || sealing === null
      ? "none"
      : numberHash(sealing, team.id, readAccountNumber(accountNumber).normal).slice(0, 16);
  return `other:${hash}:${currency ?? "any"}${pocket === undefined ? "" : `:${pocket}`}`;
}

function otherCurrency({ currency }: Statement, account: Account): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "account",
    message: `The file is in ${currency ?? ""}, and the account ${quoted(account.name)} is in ${account.currency}`,
    next: "choose an account in the currency of the file; nothing was imported",
  });
}

async function findAccounts({ db, team }: AuditContext): Promise<readonly Account[]> {
  return db
    .selectFrom("bank_accounts")
    .selectAll()
    .where("team_id", "=", team.id)
    .orderBy("id")
    .execute();
}
