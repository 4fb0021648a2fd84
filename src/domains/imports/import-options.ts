import { z } from "zod";
import { parseArguments } from "../../core/arguments.ts";
import { label, uuid } from "../../core/fields.ts";

const MOST_CHOSEN = 500;
/** 8 KB as base64url. */
const LONGEST = 11_000;

/** Decisions about a file, the same for its preview and its import. */
export const ImportOptions = z.strictObject({
  /** Answers to questions, and roles of columns, by their ids. */
  answers: z.record(z.string().max(80), z.string().max(80)).default({}),
  /** Rows that are taken or left out against the plan, by their place in it. */
  chosen: z
    .array(
      z.strictObject({
        at: z.int().min(0),
        take: z.boolean().default(true),
        /** True to book the pending transaction that it may be, with its other amount. */
        books: z.boolean().default(false),
      }),
    )
    .max(MOST_CHOSEN)
    .default([]),
  /** Actions whose rows are all taken, or all left out, but for those chosen one by one. */
  all: z.partialRecord(z.enum(["new", "update", "likely", "forgotten"]), z.boolean()).default({}),
  skip_errors: z.boolean().default(false),
});

export type ImportOptions = z.output<typeof ImportOptions>;

/** Input of the routes that take a file: what is not the file's bytes. */
export const ImportInput = z.strictObject({
  account: uuid,
  file_name: label(200),
  /** `ImportOptions` as JSON in base64url. */
  options: z
    .string()
    .max(LONGEST)
    .regex(/^[\w-]*$/)
    .default(""),
});

export type ImportInput = z.output<typeof ImportInput>;

/** @throws Refusal for text that is not JSON of options */
export function optionsIn(encoded: string): ImportOptions {
  return parseImportOptions(Buffer.from(encoded, "base64url").toString());
}

export function parseImportOptions(text: string): ImportOptions {
  return parseArguments(ImportOptions, text === "" ? {} : jsonIn(text));
}

/** Null for what is no JSON, which the schema refuses. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
