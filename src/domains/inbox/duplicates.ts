import type { OfTeam } from "../../db/outbox.ts";

/** Papers of one vendor that are compared at most. */
const MOST_COMPARED = 200;

/**
 * Notes for items, and for those that may be copies of them, of which other item each is probably a copy: of one
 * vendor with the same number, or with the same gross amount and date. The later one is the copy.
 * @returns ids of the items of which this changed
 */
export async function noteCopies(
  context: OfTeam,
  ids: readonly string[],
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const item of await itemsToCompare(context, ids)) {
    const original = await originalOf(context, item);
    if (original === item.duplicate_of) continue;
    await context.db
      .updateTable("inbox_items")
      .set({ duplicate_of: original })
      .where("team_id", "=", context.team.id)
      .where("id", "=", item.id)
      .execute();
    changed.push(item.id);
  }
  return changed;
}

const COMPARED = [
  "id",
  "created_at",
  "filed",
  "vendor_key",
  "number_key",
  "amount_minor",
  "date",
  "group_id",
  "duplicate_of",
  "is_distinct",
] as const;

type Compared = Awaited<ReturnType<typeof readCompared>>[number];

async function readCompared({ db, team }: OfTeam, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("inbox_items")
    .select(COMPARED)
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
}

/** The items with those that are noted as their copies, and those that are like them. */
async function itemsToCompare(context: OfTeam, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { db, team } = context;
  const own = await readCompared(context, ids);
  const copies = await db
    .selectFrom("inbox_items")
    .select("id")
    .where("team_id", "=", team.id)
    .where("duplicate_of", "in", ids)
    .orderBy("id")
    .limit(MOST_COMPARED)
    .execute();
  const alike = await Promise.all(own.map(async (item) => findAlike(context, item)));
  const more = [...copies, ...alike.flat()].map(({ id }) => id);
  return readCompared(context, [...new Set([...ids, ...more])]);
}

/** Deleted items are like none. */
async function findAlike({ db, team }: OfTeam, item: Compared) {
  const { id, vendor_key, number_key, amount_minor, date } = item;
  if (vendor_key === null) return [];
  const others = db
    .selectFrom("inbox_items")
    .select(COMPARED)
    .where("team_id", "=", team.id)
    .where("vendor_key", "=", vendor_key)
    .where("id", "!=", id)
    .where((other) => other.or([other("filed", "is", null), other("filed", "!=", "deleted")]))
    .orderBy("created_at")
    .orderBy("id")
    .limit(MOST_COMPARED);
  const [sameNumber, sameDay] = await Promise.all([
    number_key === null ? [] : others.where("number_key", "=", number_key).execute(),
    amount_minor === null || date === null
      ? []
      : others.where("amount_minor", "=", amount_minor).where("date", "=", date).execute(),
  ]);
  return [...sameNumber, ...sameDay];
}

async function originalOf(context: OfTeam, item: Compared): Promise<string | null> {
  if (item.filed === "deleted" || item.is_distinct) return null;
  const root = item.group_id ?? item.id;
  const earlier = (await findAlike(context, item))
    .filter((other) => (other.group_id ?? other.id) !== root && isBefore(other, item))
    .toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
  return earlier[0]?.id ?? null;
}

function isBefore(one: Compared, other: Compared): boolean {
  return one.created_at === other.created_at
    ? one.id < other.id
    : one.created_at < other.created_at;
}
