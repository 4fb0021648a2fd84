import { enqueue, type OfTeam } from "../../../db/outbox.ts";
import { pause, ROWS_A_CHUNK } from "../../../db/transaction.ts";
import type { Row } from "../../transactions/transaction.ts";
import { OPEN_STATUSES } from "../status.ts";
import { PAYMENT_COLUMNS, searchedWords } from "./candidates.ts";
import { amountFit, ENOUGH, KNOWN_PAIR, NOTHING_BESIDE, type Payment, pointsOf } from "./points.ts";
import {
  conversions,
  ibanHash,
  type OpenItem,
  readOpenItems,
  suggestFor,
} from "./suggest-payments.ts";

/** Open receipts that are compared with new payments; older ones wait until they are opened. */
const MOST_OPEN = 2000;

type Booked = Pick<Row, "id" | "import_id" | "standing">;

/**
 * Asks for payments that came, or changed, to be compared with the open receipts of the team. It is done once the
 * transaction is committed.
 */
export async function askForReceipts(context: OfTeam, payments: readonly Booked[]): Promise<void> {
  const booked = payments.filter(({ standing }) => BOOKED.has(standing));
  const [first] = booked;
  if (first === undefined) return;
  if (!(await hasOpenItem(context))) return;
  const imports = new Set(booked.map(({ import_id }) => import_id ?? ""));
  const [importId = ""] = imports.size === 1 ? imports : [];
  const several = importId === "" ? context.team.id : importId;
  await enqueue(context, {
    job: "match_new",
    subjectId: booked.length === 1 ? first.id : several,
  });
}

/** Every write of transactions asks: an index alone has the answer. Items that nothing is suggested for count too. */
async function hasOpenItem({ db, team }: OfTeam): Promise<boolean> {
  const item = await db
    .selectFrom("inbox_items")
    .select("id")
    .where("team_id", "=", team.id)
    .where("status", "in", OPEN_STATUSES)
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}

const BOOKED: ReadonlySet<Row["standing"]> = new Set(["counted", "split"]);

/**
 * Finds the open receipts for which one of the new payments may be suggested, and looks for the payments of these.
 * Other requests are served in between.
 * @param subjectId of a transaction or an import; that of the team for payments of no certain origin
 */
export async function matchNewPayments(context: OfTeam, subjectId: string): Promise<void> {
  const items = await readOpenItems(context, { most: MOST_OPEN });
  const isForAll = subjectId === context.team.id;
  const worth = isForAll ? items : await worthALook(context, items, subjectId);
  for (const { id } of worth) {
    await suggestFor(context, { id });
    await pause(context);
  }
}

async function worthALook(
  context: OfTeam,
  items: readonly OpenItem[],
  subjectId: string,
): Promise<readonly OpenItem[]> {
  const found = new Set<OpenItem>();
  for (let after = ""; items.length > 0;) {
    const payments = await readNew(context, subjectId, after);
    for (const item of items) {
      if (found.has(item)) continue;
      if (await isWorthALook(context, item, payments)) found.add(item);
      await pause(context);
    }
    const last = payments.at(-1);
    if (last === undefined || payments.length < ROWS_A_CHUNK) break;
    after = last.id;
  }
  return [...found];
}

type Read = Payment & { readonly counterparty_hash: string | null };

async function readNew(
  { db, team }: OfTeam,
  subjectId: string,
  after: string,
): Promise<readonly Read[]> {
  const rows = db
    .selectFrom("transactions")
    .select(PAYMENT_COLUMNS)
    .where("team_id", "=", team.id)
    .where("standing", "in", ["counted", "split"])
    .orderBy("id")
    .limit(ROWS_A_CHUNK);
  const imported = rows.where("import_id", "=", subjectId);
  const some = await (after === "" ? imported : imported.where("id", ">", after)).execute();
  if (some.length > 0 || after !== "") return some;
  return rows.where("id", "=", subjectId).execute();
}

/** True where a payment would be suggested if its party were known; the search itself then decides. */
async function isWorthALook(
  context: OfTeam,
  item: OpenItem,
  payments: readonly Read[],
): Promise<boolean> {
  const wanted = (item.amount_minor ?? 1) < 0 ? 1 : -1;
  const some = payments.filter(({ amount_minor }) => Math.sign(amount_minor) === wanted);
  if (some.length === 0) return false;
  const hash = ibanHash(context, item);
  const convertedOf = await conversions(context, item, some);
  const words = searchedWords(item);
  return some.some((payment) => {
    const converted = convertedOf(payment);
    const hasIban = hash !== null && payment.counterparty_hash === hash;
    const isNamed = words.some((word) => payment.search_text.includes(word));
    // Most pairs have nothing in common, which is seen at once.
    if (!hasIban && !isNamed && amountFit(item, payment, converted?.minor ?? null).points === 0)
      return false;
    const beside = { ...NOTHING_BESIDE, converted, hasIban };
    return pointsOf(item, payment, beside).score + KNOWN_PAIR >= ENOUGH;
  });
}
