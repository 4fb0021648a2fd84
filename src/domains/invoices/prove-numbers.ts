import { hash } from "node:crypto";
import type { AuditContext } from "../../db/context.ts";
import type { InvoiceSeries } from "../../db/schema/invoices.ts";
import { invoiceTotals } from "../../shared/invoice-totals.ts";
import type { Instant } from "../../shared/time.ts";
import { counted } from "../../shared/words.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import { hashOfPdf } from "./invoice-pdf.ts";
import { settledOf } from "./payments.ts";
import { bodyIn, proveCredits, type ProvenCredits } from "./prove-credits.ts";

type Place = Pick<AuditContext, "db" | "team">;

/** The count of a series within a period. */
export type ProvenPeriod = {
  readonly series: InvoiceSeries;
  /** Empty where the count never starts again. */
  readonly period: string;
  /** Value of the last number; 0 before the first. */
  readonly last: number;
  readonly given: number;
  readonly skipped: number;
};

export type NumbersProof = {
  readonly periods: readonly ProvenPeriod[];
  /** Sentences, document by document; the first of them, where there are many. */
  readonly problems: readonly string[];
  /** Number of documents whose text and PDF were read. */
  readonly read: number;
};

/** Rows that are in memory at once, each with its document and PDF if these are read. */
const ROWS_A_CHUNK = 50;

const MOST_PROBLEMS = 100;

/**
 * Proves all numbers of a team: each from 1 to the last was given once or left out with a reason, and is paid as its
 * payments say. Documents are there, and neither text, sums nor PDF have been altered since.
 * @param newest number of documents that are read, the newest first; all without it
 */
export async function proveNumbers(
  context: Place,
  { newest }: { readonly newest?: number } = {},
): Promise<NumbersProof> {
  const since = newest === undefined ? BEGINNING : await createdAt(context, newest);
  let read = 0;
  const counters = await readCounters(context);
  const walks = new Map(counters.map((counter) => [nameOf(counter), new Walk(counter)]));
  const problems: string[] = [];
  for await (const documents of readDocuments(context, since)) {
    const whole = documents.filter(({ created_at }) => created_at >= since);
    const credited = whole.flatMap(({ credits_id }) => credits_id ?? []);
    const credits = await proveCredits(context, credited);
    for (const document of documents) {
      const walk = walks.get(nameOf(document));
      if (walk === undefined) problems.push(`${document.number} belongs to no series.`);
      problems.push(...(walk?.meet(document) ?? []), ...wrongPayments(document));
    }
    problems.push(...whole.flatMap((document) => wrongIn(document, credits)));
    read += whole.length;
  }
  for (const walk of walks.values()) problems.push(...walk.end());
  return {
    periods: [...walks.values()].map((walk) => walk.told),
    problems: problems.slice(0, MOST_PROBLEMS),
    read,
  };
}

/** Before all documents. */
const BEGINNING: Instant = "1970-01-01T00:00:00.000Z";

/** The time of creation from which on there are so many documents with a number, or all of them. */
async function createdAt({ db, team }: Place, newest: number): Promise<Instant> {
  const row = await db
    .selectFrom("invoices")
    .select("created_at")
    .where("team_id", "=", team.id)
    .where("number", "is not", null)
    .orderBy("created_at", "desc")
    .offset(newest - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? BEGINNING;
}

type InPeriod = { readonly series: InvoiceSeries; readonly period: string };

function nameOf({ series, period }: InPeriod): string {
  return `${series} ${period}`;
}

type Skip = { readonly from: number; readonly to: number };

type Counter = InPeriod & { readonly last: number; readonly skips: readonly Skip[] };

async function readCounters({ db, team }: Place): Promise<readonly Counter[]> {
  const [counters, skips] = await Promise.all([
    db
      .selectFrom("invoice_counters")
      .select(["series", "period", "last_value as last"])
      .where("team_id", "=", team.id)
      .orderBy("series", "desc")
      .orderBy("period", "desc")
      .execute(),
    db
      .selectFrom("invoice_number_skips")
      .select(["series", "period", "from_value as from", "to_value as to"])
      .where("team_id", "=", team.id)
      .orderBy("from_value")
      .execute(),
  ]);
  return counters.map((counter) => ({
    ...counter,
    skips: skips.filter((skip) => nameOf(skip) === nameOf(counter)),
  }));
}

/** Walks through the numbers of a period as they count up. */
class Walk {
  readonly #counter: Counter;
  #reached = 0;
  #given = 0;

  constructor(counter: Counter) {
    this.#counter = counter;
  }

  get told(): ProvenPeriod {
    const { series, period, last, skips } = this.#counter;
    const skipped = skips.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    return { series, period, last, given: this.#given, skipped };
  }

  meet({ number, sequence }: { number: string; sequence: number }): readonly string[] {
    const missing = this.#missingUntil(sequence - 1);
    const isBeyond = sequence > this.#counter.last;
    this.#reached = sequence;
    this.#given += 1;
    return [
      ...missing,
      ...(isBeyond
        ? [`${number} is number ${sequence}, and only ${this.#counter.last} were given.`]
        : []),
    ];
  }

  end(): readonly string[] {
    return this.#missingUntil(this.#counter.last);
  }

  #missingUntil(end: number): readonly string[] {
    const { skips } = this.#counter;
    const problems: string[] = [];
    let at = this.#reached + 1;
    while (at <= end) {
      const skip = skips.find(({ from, to }) => from <= at && at <= to);
      if (skip !== undefined) {
        at = skip.to + 1;
        continue;
      }
      const next = skips.find(({ from }) => from > at)?.from ?? end + 1;
      const to = Math.min(end, next - 1);
      problems.push(this.#said(at, to));
      at = to + 1;
    }
    return problems;
  }

  #said(from: number, to: number): string {
    const { series, period } = this.#counter;
    const of = series === "invoice" ? "invoices" : "credit notes";
    const values = from === to ? `Number ${from}` : `Numbers ${from} to ${to}`;
    const place = period === "" ? of : `${of} in ${period}`;
    return `${values} of the ${place} ${from === to ? "was" : "were"} given, and there is no document with ${from === to ? "it" : "them"}.`;
  }
}

type Document = Awaited<ReturnType<ReturnType<typeof documents>["executeTakeFirstOrThrow"]>> & {
  readonly series: InvoiceSeries;
  readonly period: string;
  readonly sequence: number;
  readonly number: string;
  readonly paid_sum: number;
  readonly refunded_sum: number;
  /** Of its credit notes. */
  readonly credited_sum: number;
};

async function* readDocuments(context: Place, since: Instant): AsyncGenerator<readonly Document[]> {
  let after: Document | null = null;
  for (;;) {
    const chunk = await readChunk(context, after, since);
    const rows: readonly Document[] = await withSums(context, chunk);
    yield rows;
    if (rows.length < ROWS_A_CHUNK) return;
    after = rows.at(-1) ?? null;
  }
}

async function readChunk(context: Place, after: Document | null, since: Instant) {
  const rows = await documents(context, since)
    .$if(after !== null, (query) =>
      query.where((row) =>
        row(
          row.refTuple("invoice.series", "invoice.period", "invoice.sequence"),
          ">",
          row.tuple(after?.series ?? "invoice", after?.period ?? "", after?.sequence ?? 0),
        ),
      ),
    )
    .orderBy("invoice.series")
    .orderBy("invoice.period")
    .orderBy("invoice.sequence")
    .limit(ROWS_A_CHUNK)
    .execute();
  return rows.flatMap((row) => {
    const { series, period, sequence, number } = row;
    const isNumbered = series !== null && period !== null && sequence !== null && number !== null;
    return isNumbered ? [{ ...row, series, period, sequence, number }] : [];
  });
}

/** Leaves out the document of what was created earlier. */
function documents({ db, team }: Place, since: Instant) {
  return db
    .selectFrom("invoices as invoice")
    .leftJoin("invoice_documents as document", (join) =>
      join
        .onRef("document.team_id", "=", "invoice.team_id")
        .onRef("document.invoice_id", "=", "invoice.id")
        .on("invoice.created_at", ">=", since),
    )
    .where("invoice.team_id", "=", team.id)
    .where("invoice.number", "is not", null)
    .select([
      "invoice.id",
      "invoice.type",
      "invoice.credits_id",
      "invoice.status",
      "invoice.series",
      "invoice.period",
      "invoice.sequence",
      "invoice.number",
      "invoice.currency",
      "invoice.issue_date",
      "invoice.due_date",
      "invoice.buyer_name",
      "invoice.net_minor",
      "invoice.tax_minor",
      "invoice.total_minor",
      "invoice.credited_minor",
      "invoice.paid_minor",
      "invoice.refunded_minor",
      "invoice.canceled_at",
      "invoice.created_at",
    ])
    .select(["document.body", "document.sha256", "document.pdf", "document.pdf_sha256"]);
}

async function withSums<Row extends { readonly id: string }>(
  { db, team }: Place,
  rows: readonly Row[],
) {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [payments, notes] = await Promise.all([
    db
      .selectFrom("invoice_payments")
      .select(["invoice_id", "kind", "amount_minor"])
      .where("team_id", "=", team.id)
      .where("invoice_id", "in", ids)
      .execute(),
    db
      .selectFrom("invoices")
      .select(["credits_id", "total_minor"])
      .where("team_id", "=", team.id)
      .where("credits_id", "in", ids)
      .execute(),
  ]);
  return rows.map((row) => {
    const sum = (kind: string) =>
      payments
        .filter((payment) => payment.invoice_id === row.id && payment.kind === kind)
        .reduce((total, { amount_minor }) => total + amount_minor, 0);
    const credited_sum = notes
      .filter(({ credits_id }) => credits_id === row.id)
      .reduce((total, { total_minor }) => total + total_minor, 0);
    return { ...row, paid_sum: sum("payment"), refunded_sum: sum("refund"), credited_sum };
  });
}

/** Sentences on one document; none where all is well. */
function wrongIn(document: Document, credits: ProvenCredits): readonly string[] {
  const { number, body, sha256, pdf, pdf_sha256 } = document;
  if (body === null || sha256 === null) return [`${number} has no document.`];
  if (hash("sha256", body, "hex") !== sha256)
    return [`The document of ${number} was altered: its text has another hash.`];
  const read = bodyIn(body);
  return [
    ...(read === null
      ? [`The document of ${number} cannot be read.`]
      : wrongSums(document, read, credits)),
    ...(pdf !== null && hashOfPdf(pdf) !== pdf_sha256
      ? [`The PDF of ${number} was altered: it has another hash.`]
      : []),
  ];
}

function wrongSums(
  document: Document,
  body: InvoiceBody,
  credits: ProvenCredits,
): readonly string[] {
  const { id, number, type } = document;
  const sums = type === "credit_note" ? (credits.get(id) ?? null) : totalsIn(body);
  const isComputed =
    sums?.net === body.net_minor &&
    sums.tax === body.tax_minor &&
    sums.total === body.total_minor &&
    sums.lines.every(({ amount }, index) => amount === body.lines[index]?.amount_minor);
  const other = SAME.find((column) => document[column] !== saidOf(body)[column]);
  return [
    ...(isComputed ? [] : [`The sums of ${number} are not those of its lines.`]),
    ...(other === undefined
      ? []
      : [`${number} was altered: its ${other} is not that of its document.`]),
  ];
}

function totalsIn(body: InvoiceBody) {
  const totals = invoiceTotals({
    currency: body.currency,
    pricesIncludeTax: body.prices_include_tax,
    discount: body.discount,
    lines: body.lines,
  });
  return totals.state === "read" ? totals.value : null;
}

const SAME = [
  "id",
  "type",
  "number",
  "currency",
  "issue_date",
  "due_date",
  "buyer_name",
  "net_minor",
  "tax_minor",
  "total_minor",
] as const satisfies readonly (keyof Document)[];

function saidOf(body: InvoiceBody): Pick<Document, (typeof SAME)[number]> {
  return { ...body, number: body.number ?? "", buyer_name: body.buyer.name };
}

function wrongPayments(document: Document): readonly string[] {
  const { number, status, paid_minor, refunded_minor, paid_sum, refunded_sum } = document;
  const isCredited = document.credited_minor === document.credited_sum;
  const isSummed = paid_minor === paid_sum && refunded_minor === refunded_sum;
  return [
    ...(isSummed ? [] : [`What was paid on ${number} is not the sum of its payments.`]),
    ...(isCredited ? [] : [`What was credited of ${number} is not the sum of its credit notes.`]),
    ...(settledOf(document).status === status
      ? []
      : [`${number} is ${status}, which does not follow from its sums.`]),
  ];
}

/** One sentence for the end of a proof. */
export function proofSentence({ periods, problems, read }: NumbersProof): string {
  const given = periods.reduce((sum, period) => sum + period.given, 0);
  const skipped = periods.reduce((sum, period) => sum + period.skipped, 0);
  if (problems.length > 0)
    return `${counted(problems.length, "problem")} ${problems.length === 1 ? "was" : "were"} found: take a backup, and ask who has changed the database.`;
  if (given === 0) return "No number was given yet.";
  const out =
    skipped === 0
      ? "none is missing"
      : `${skipped} ${skipped === 1 ? "was" : "were"} left out with a reason`;
  const documents =
    read === given
      ? "all documents are as they were sent"
      : `the newest ${read} documents are as they were sent; the command admin doctor reads all`;
  return `${counted(given, "number")} given: ${out}, and ${documents}.`;
}

/** The first problem of any team. */
export async function findWrongNumber(
  db: AuditContext["db"],
): Promise<{ readonly team_id: string; readonly what: string } | null> {
  const teams = await db
    .selectFrom("invoice_counters")
    .select("team_id")
    .distinct()
    .orderBy("team_id")
    .execute();
  for (const { team_id } of teams) {
    const { problems } = await proveNumbers({ db, team: { id: team_id } });
    const [what] = problems;
    if (what !== undefined) return { team_id, what };
  }
  return null;
}
