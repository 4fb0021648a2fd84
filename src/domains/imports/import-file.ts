import { createHash } from "node:crypto";
import { z } from "zod";
import { parseArguments } from "../../core/arguments.ts";
import { label, uuid } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import { dayIn } from "../../shared/time.ts";
import { requireAccount, type Row as Account } from "../bank-accounts/bank-account.ts";
import { readBankFile } from "./read/read-in-worker.ts";
import type { ReadFile } from "./read/statement.ts";

export type ImportFile = {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly read: ReadFile;
  readonly options: ImportOptions;
};

type Sent = { readonly account: string; readonly name: string; readonly bytes: Uint8Array };

/** Reads the file again with the answers of the newest import of the same kind of export. */
export async function readImportFile(
  context: AuditContext,
  { account: id, name, bytes }: Sent,
  options: ImportOptions,
): Promise<ImportFile> {
  const account = await requireAccount(context, { id });
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

const MOST_CHOSEN = 500;
/** 8 KB as base64url. */
const LONGEST = 11_000;

const ImportOptions = z.strictObject({
  answers: z.record(z.string().max(80), z.string().max(80)).default({}),
  /** Decisions about rows against the plan. `at` is the place of a row in it. */
  chosen: z
    .array(
      z.strictObject({
        at: z.int().min(0),
        take: z.boolean().default(true),
        /** True to book the pending transaction beside the row, with the row's amount. */
        books: z.boolean().default(false),
      }),
    )
    .max(MOST_CHOSEN)
    .default([]),
  all: z.partialRecord(z.enum(["new", "update", "likely", "forgotten"]), z.boolean()).default({}),
  skip_errors: z.boolean().default(false),
});

export type ImportOptions = z.output<typeof ImportOptions>;

export const ImportInput = z.strictObject({
  account: uuid,
  file_name: label(200),
  options: z
    .string()
    .max(LONGEST)
    .regex(/^[\w-]*$/)
    .default(""),
});

export function optionsIn(encoded: string): ImportOptions {
  return parseImportOptions(Buffer.from(encoded, "base64url").toString());
}

export function parseImportOptions(text: string): ImportOptions {
  return parseArguments(ImportOptions, text === "" ? {} : jsonIn(text));
}

/** Null makes the schema refuse the text. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
