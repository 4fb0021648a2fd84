import type { Context } from "../db/context.ts";
import { noteDone } from "../db/outbox.ts";
import { saveReading } from "../domains/documents/save-reading.ts";
import { fileItem } from "../domains/inbox/file-items.ts";
import { matchItems } from "../domains/inbox/match-items.ts";
import { conversions, suggestFor } from "../domains/inbox/suggest/suggest-payments.ts";
import { uploadFile } from "../domains/inbox/upload-file.ts";
import { daysBetween } from "../shared/calendar.ts";
import type { FileKind } from "../shared/paper.ts";
import { addMilliseconds, type Day, dayIn } from "../shared/time.ts";
import { DEMO_SELLER } from "./invoices.ts";
import { type DemoPaper, PAPER_PAYEES, type Paid, papersOf } from "./papers.ts";
import { ago, contextAt, inWebApp } from "./past.ts";
import { ACCOUNTS } from "./payments.ts";
import { type Staff, TEAM } from "./people.ts";

/**
 * Receipts that people uploaded and matched with payments of the newest bank files, yesterday evening. They are read in
 * this thread, since the files are our own.
 */
export async function fillReceipts(staff: Staff): Promise<void> {
  const { mara } = staff;
  const today = dayIn(mara.actor.timeZone, mara.now);
  const payments = await paymentsOf(mara);
  const uploaded: { readonly id: string; readonly paper: DemoPaper }[] = [];
  for (const [position, paper] of papersOf(payments, today).entries()) {
    const by = staff[paper.by];
    const daysAgo = daysBetween(paper.day, dayIn(by.actor.timeZone, mara.now));
    // Somebody in another time zone has not come to that evening yet.
    const then = ago(by, Math.max(daysAgo, 1), 18 * 60 + 20 + position);
    const id = await upload(inWebApp(then, "POST /api/teams/:team/files"), paper);
    uploaded.push({ id, paper });
  }
  for (const [position, { id, paper }] of uploaded.entries()) {
    const evening = ago(mara, 1, 20 * 60 + 44 + position);
    const payment = Object.values(payments).find(({ name }) => name === paper.payment);
    if (payment !== undefined) await match(evening, id, payment);
    else if (paper.isArchived) await archive(evening, id);
    else await suggestFor(evening, { id });
  }
  await noteDone(ago(mara, 1, 21 * 60), ["read_document", "match_item", "match_joined"]);
}

async function match(context: Context, id: string, payment: Payment): Promise<void> {
  const paths = { id: "id", transaction_id: "transaction_id" };
  const pair = { id, transaction_id: payment.id, paths };
  await matchItems(inWebApp(context, "POST /api/teams/:team/inbox/:id/match"), [pair]);
}

async function archive(context: Context, id: string): Promise<void> {
  await fileItem(inWebApp(context, "POST /api/teams/:team/inbox/:id/file"), { id, as: "archived" });
}

type Payment = Paid & { readonly id: string; readonly name: string };

type Payments = Readonly<Record<keyof typeof PAPER_PAYEES, Payment>>;

async function paymentsOf(context: Context): Promise<Payments> {
  return {
    telekom: await newestPayment(context, PAPER_PAYEES.telekom),
    hetzner: await newestPayment(context, PAPER_PAYEES.hetzner),
    stadtwerke: await newestPayment(context, PAPER_PAYEES.stadtwerke),
    cafe: await newestPayment(context, PAPER_PAYEES.cafe),
    office: await newestPayment(context, PAPER_PAYEES.office),
    figma: await newestPayment(context, PAPER_PAYEES.figma),
    aws: await newestPayment(context, PAPER_PAYEES.aws),
    train: await newestPayment(context, PAPER_PAYEES.train),
  };
}

async function newestPayment(context: Context, name: string): Promise<Payment> {
  const { id, date, amount_minor, currency } = await context.db
    .selectFrom("transactions")
    .select(["id", "date", "amount_minor", "currency"])
    .where("team_id", "=", context.team.id)
    .where("name", "=", name)
    .where("amount_minor", "<", 0)
    .orderBy("date", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const euros = { date, currency: TEAM.currency };
  const inEuros = await conversions(context, { amount_minor, currency }, [euros]);
  const euroMinor = -(inEuros(euros)?.minor ?? amount_minor);
  return { id, name, date, minor: -amount_minor, euroMinor };
}

/** @returns id of the receipt, which is read */
async function upload(context: Context, { name, bytes }: DemoPaper): Promise<string> {
  const sent = {
    type: "application/octet-stream",
    length: bytes.length,
    bytes: async () => bytes,
    chunks: inOne(bytes),
  };
  const { document, item_id } = await uploadFile(context, { to: "inbox", name }, sent);
  if (item_id === null) throw new Error(`${name} is not among the receipts`);
  const read = await readPaper(name, bytes, dayIn(context.actor.timeZone, context.now));
  const later = contextAt(context, addMilliseconds(context.now, 2_000));
  await saveReading(later, document.id, read);
  return item_id;
}

async function* inOne(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

const KINDS: Readonly<Record<string, FileKind>> = { pdf: "pdf", xml: "xml", txt: "text" };

/** Needs no OCR. A server without a new demo never loads the libraries. */
async function readPaper(name: string, bytes: Uint8Array, today: Day) {
  const { readPaperFile } = await import("../reading/read-file.ts");
  const own = {
    names: [TEAM.name, DEMO_SELLER.legal_name],
    vatNumbers: [DEMO_SELLER.vat_number],
    ibans: [ACCOUNTS.giro.number],
    country: "DE",
  };
  const kind = KINDS[name.split(".").at(-1) ?? ""] ?? "text";
  return readPaperFile(
    { bytes, kind, name, mail: null, own, today },
    {
      ocr: async () => {
        throw new Error(`${name} has no letters`);
      },
      onStep: () => {},
    },
  );
}
