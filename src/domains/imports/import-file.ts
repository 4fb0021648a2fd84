import { createHash } from "node:crypto";
import { z } from "zod";
import type { AuditContext } from "../../db/context.ts";
import { dayIn } from "../../shared/time.ts";
import { noAccount, type Row as Account } from "../bank-accounts/bank-account.ts";
import type { ImportOptions } from "./import-options.ts";
import { readBankFile } from "./read/read-in-worker.ts";
import type { ReadFile } from "./read/statement.ts";

/** A file as it was sent, read for an account. */
export type ImportFile = {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly read: ReadFile;
  /** With the answers that an earlier import of the same kind of export was given. */
  readonly options: ImportOptions;
};

type Sent = { readonly account: string; readonly name: string; readonly bytes: Uint8Array };

/** Reads a file for an account, with the answers remembered for its kind of export. */
export async function readImportFile(
  context: AuditContext,
  { account: id, name, bytes }: Sent,
  options: ImportOptions,
): Promise<ImportFile> {
  const account = await findAccount(context, id);
  const read = async (answers: ImportOptions["answers"]) =>
    readBankFile(bytes, {
      currency: account.currency,
      isCard: account.type === "card",
      today: dayIn("UTC", context.now),
      answers,
    });
  const first = await read(options.answers);
  const remembered = await rememberedAnswers(context, account, first.signature);
  const answers = { ...remembered, ...options.answers };
  const isMore = Object.keys(answers).length > Object.keys(options.answers).length;
  return {
    name,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    read: isMore ? await read(answers) : first,
    options: { ...options, answers },
  };
}

const Answers = z.record(z.string(), z.string()).catch({});

/** Answers of the newest import of the same kind of export into the account. */
async function rememberedAnswers({ db, team }: AuditContext, account: Account, signature: string) {
  const newest = await db
    .selectFrom("imports")
    .select("mapping")
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account.id)
    .where("signature", "=", signature)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return Answers.parse(newest?.mapping ?? {});
}

async function findAccount({ db, team }: AuditContext, id: string): Promise<Account> {
  const account = await db
    .selectFrom("bank_accounts")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (account === undefined) throw noAccount(id);
  return account;
}
