import { z } from "zod";
import { filterDay } from "../core/fields.ts";
import { MOST_MINOR } from "../shared/money.ts";
import type { PaperFields, PaperProblem } from "../shared/paper.ts";
import { MOST_READ_CHARACTERS } from "./lines.ts";
import type { ReadFile } from "./paper.ts";
import type { ReadingStep } from "./read-file.ts";

/**
 * Checks the answer, since a file may have taken over the process that gave it.
 * @throws Error for a bug of the process, and for an answer of another shape
 */
export function checkedReading(answer: unknown): ReadFile {
  refuseFailed(answer);
  const { mail, fields, ...read } = READ.parse(answer).read;
  return { ...read, fields: givenOf(fields), ...(mail === undefined ? {} : { mail }) };
}

/** As `checkedReading`, for a picture. */
export function checkedDrawing(answer: unknown): Uint8Array | null {
  refuseFailed(answer);
  return DRAWN.parse(answer).drawn;
}

function refuseFailed(answer: unknown): void {
  const { data } = FAILED.safeParse(answer);
  if (data !== undefined) throw new Error(`a file could not be read: ${data.failed}`);
}

const FAILED = z.object({ failed: z.string() });

/** @returns null for the answer itself */
export function stepOf(message: unknown): ReadingStep | null {
  return STEP.safeParse(message).data?.step ?? null;
}

const STEP = z.object({ step: z.enum(["text", "ocr"]) });

/** Drops what is undefined, which an optional field is not. */
function givenOf(fields: z.infer<typeof FIELDS>): PaperFields {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

const text = z.string().max(2000);
/** As long as a person may type them. */
const words = z.string().max(300);
const minor = z.int().min(-MOST_MINOR).max(MOST_MINOR);
const rate = z.int().min(0).max(10_000);
const fraction = z.number().min(-1).max(2);
const bytes = z.instanceof(Uint8Array);

/** Leaves out a value that no paper has, such as a number of 5,000 letters: a file may say anything. */
function fieldOf<Value extends z.ZodType>(value: Value) {
  return z
    .strictObject({
      value,
      sure: z.enum(["high", "medium", "low"]),
      from: z.enum(["xml", "text", "ocr", "mail"]),
      place: z
        .strictObject({
          page: z.int().min(1),
          box: z.tuple([fraction, fraction, fraction, fraction]),
        })
        .nullable(),
    })
    .optional()
    .catch(undefined);
}

const FIELDS = z.strictObject({
  type: fieldOf(z.enum(["invoice", "expense", "other"])),
  vendor: fieldOf(words),
  vendor_key: fieldOf(words),
  number: fieldOf(words),
  date: fieldOf(filterDay),
  due_date: fieldOf(filterDay),
  currency: fieldOf(z.string().length(3)),
  amount_minor: fieldOf(minor),
  payable_minor: fieldOf(minor),
  prepaid_minor: fieldOf(minor),
  tax_minor: fieldOf(minor),
  tax_rate_bp: fieldOf(rate),
  tax_type: fieldOf(words),
  iban: fieldOf(words),
  reference: fieldOf(words),
  taxes: z
    .array(
      z.strictObject({
        rate_bp: rate,
        net_minor: minor.nullable(),
        tax_minor: minor,
      }),
    )
    .max(100)
    .optional()
    .catch(undefined),
});

const PROBLEMS = {
  password: null,
  damaged: null,
  empty: null,
  no_text: null,
  too_heavy: null,
  xml_differs: null,
  sums_differ: null,
} satisfies Record<PaperProblem, null>;

const READ = z.object({
  read: z.strictObject({
    fields: FIELDS,
    language: z.string().max(3).nullable(),
    title: text.nullable(),
    summary: text.nullable(),
    problem: z.literal(keysOf(PROBLEMS)).nullable(),
    pages: z.int().min(0).nullable(),
    text: z.string().max(MOST_READ_CHARACTERS),
    pageOffsets: z.array(z.int().min(0)).max(1_000),
    hiddenCharacters: z.int().min(0),
    isCut: z.boolean(),
    parts: z.array(z.strictObject({ name: text, bytes })).max(50),
    mail: z
      .strictObject({
        sender: text.nullable(),
        subject: text.nullable(),
        messageId: text.nullable(),
      })
      .optional(),
  }),
});

const DRAWN = z.object({ drawn: bytes.nullable() });

function keysOf<Key extends string>(of: Readonly<Record<Key, null>>): readonly Key[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- keys of a record lose their type
  return Object.keys(of) as Key[];
}
