import { hash } from "node:crypto";
import type { Context } from "../../db/context.ts";
import type { OfTeam } from "../../db/outbox.ts";
import { transaction } from "../../db/transaction.ts";
import { todayOf } from "../team/today.ts";
import { bodyOf, draftDays, readBody, readBodyParts } from "./body-of.ts";
import { checkDraft, requireComplete, requireDrawable } from "./check-draft.ts";
import type { InvoiceBody } from "./invoice-body.ts";
import { findInvoice, type InvoiceRow, noInvoice } from "./invoice.ts";
import { drawInvoice } from "./pdf/draw-invoice.ts";

/** Version of the drawing. It is stored beside each PDF, which stays as it was drawn. */
const RENDERER = "2";

/**
 * The PDF of a document with a number: the stored bytes, which are drawn the first time that anybody needs them. Two
 * at once draw the same, and the first one is kept.
 * @throws Failure when it cannot be drawn
 */
export async function pdfOf(context: OfTeam, invoiceId: string): Promise<Uint8Array> {
  if (context.begin === null) throw new Error("nothing is drawn inside a transaction");
  const stored = await storedDocument(context, invoiceId);
  if (stored.pdf !== null) return stored.pdf;
  const body = readBody(stored.body);
  const pdf = await drawInvoice(body, await logoOf(context, body));
  await transaction(context, async ({ db, team }) => {
    await db
      .updateTable("invoice_documents")
      .set({ renderer: RENDERER, pdf, pdf_sha256: hashOfPdf(pdf) })
      .where("team_id", "=", team.id)
      .where("invoice_id", "=", invoiceId)
      .where("pdf", "is", null)
      .execute();
  });
  const kept = await storedDocument(context, invoiceId);
  if (kept.pdf === null) throw new Error(`the PDF of ${invoiceId} was not kept`);
  return kept.pdf;
}

export function hashOfPdf(pdf: Uint8Array): string {
  return hash("sha256", pdf, "hex");
}

async function storedDocument({ db, team }: OfTeam, invoiceId: string) {
  return db
    .selectFrom("invoice_documents")
    .select(["body", "pdf"])
    .where("team_id", "=", team.id)
    .where("invoice_id", "=", invoiceId)
    .executeTakeFirstOrThrow();
}

export async function logoOf(
  { db, team }: Pick<OfTeam, "db" | "team">,
  { look }: InvoiceBody,
): Promise<Uint8Array | null> {
  if (look.logo_sha256 === null) return null;
  const logo = await db
    .selectFrom("invoice_logos")
    .select("bytes")
    .where("team_id", "=", team.id)
    .where("sha256", "=", look.logo_sha256)
    .executeTakeFirst();
  return logo?.bytes ?? null;
}

/**
 * The body that a draft would have if it was sent now, without a number.
 * @throws Refusal `invoice_incomplete` for lines without sums
 */
export async function previewBody(context: Context, row: InvoiceRow): Promise<InvoiceBody> {
  const parts = await readBodyParts(context, row);
  const today = await todayOf(context);
  const { totals, statedTax, faults } = await checkDraft(context, row, parts, today);
  if (totals.state === "refused") {
    requireComplete(faults.filter(({ path }) => path === totals.path));
    throw new Error(`${row.id} has no sums, and no fault says so`);
  }
  const days = draftDays(row, parts.settings, today);
  return bodyOf(row, parts, { ...days, number: null, totals: totals.value, statedTax });
}

type PdfFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

/**
 * The PDF that a person downloads. A draft's says that it is one, and is not stored.
 * @throws Refusal for a draft that cannot be drawn, and for an unknown id
 */
export async function downloadPdf(
  context: Context,
  { id }: { readonly id: string },
): Promise<PdfFile> {
  const row = await findInvoice(context, id);
  if (row === undefined) throw noInvoice(id);
  if (row.number !== null)
    return {
      name: pdfName(row.number),
      bytes: copied(await pdfOf(context, id)),
    };
  const body = await previewBody(context, row);
  requireDrawable(body, row.customer_id);
  return { name: "draft.pdf", bytes: copied(await drawInvoice(body, await logoOf(context, body))) };
}

/** Numbers may have slashes, which separate folders in names of files. */
export function pdfName(number: string): string {
  return `${number.replaceAll("/", "-")}.pdf`;
}

function copied(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
