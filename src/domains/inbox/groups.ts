import type { OfTeam } from "../../db/outbox.ts";
import { daysBetween } from "../../shared/calendar.ts";
import type { FileKind } from "../../shared/paper.ts";
import { type Instant, dayIn } from "../../shared/time.ts";
import type { ItemRow } from "./item.ts";

/** Columns that decide which papers are one. */
export type Member = Pick<
  ItemRow,
  | "id"
  | "created_at"
  | "progress"
  | "type"
  | "vendor_key"
  | "number_key"
  | "amount_minor"
  | "date"
  | "bundle_id"
  | "grouped_with"
  | "group_id"
> & { readonly kind: FileKind };

/**
 * Puts papers into groups: those that a person put together, those of one vendor, number and gross amount within 120
 * days, and the papers of a mail with its invoice. Several invoices of one mail stay apart.
 * @returns the primary of each item; null for a primary, and for an item alone
 */
export function paperGroupsOf(members: readonly Member[]): ReadonlyMap<string, string | null> {
  const sorted = members.toSorted(byAge);
  const sets = new Sets(sorted.map(({ id }) => id));
  const free = sorted.filter(({ id, grouped_with }) => grouped_with !== id);
  for (const { id, grouped_with } of sorted) if (grouped_with !== null) sets.join(id, grouped_with);
  for (const [at, one] of free.entries())
    for (const other of free.slice(at + 1))
      if (isSamePaper(one, other)) sets.join(one.id, other.id);
  const bundles = Map.groupBy(free.filter(isRead), ({ bundle_id }) => bundle_id);
  for (const bundle of bundles.values()) joinBundle(sets, bundle);
  const groups = Map.groupBy(sorted, ({ id }) => sets.rootOf(id));
  return new Map(
    [...groups.values()].flatMap((group) => {
      const primary = group.toSorted(byRank)[0]?.id ?? null;
      return group.map(({ id }) => [id, id === primary ? null : primary] as const);
    }),
  );
}

/** A paper whose text is not known yet may be another invoice of its mail. */
function isRead({ progress }: Member): boolean {
  return progress !== "new" && progress !== "processing";
}

const MOST_DAYS_APART = 120;

function isSamePaper(one: Member, other: Member): boolean {
  const isSame =
    one.vendor_key !== null &&
    one.number_key !== null &&
    one.amount_minor !== null &&
    one.vendor_key === other.vendor_key &&
    one.number_key === other.number_key &&
    one.amount_minor === other.amount_minor;
  return isSame && Math.abs(daysBetween(dayOfItem(one), dayOfItem(other))) <= MOST_DAYS_APART;
}

function dayOfItem({ date, created_at }: { date: ItemRow["date"]; created_at: Instant }) {
  return date ?? dayIn("UTC", created_at);
}

/** Terms, letters and pictures of a mail go with its first invoice. */
function joinBundle(sets: Sets, bundle: readonly Member[]): void {
  const leading = bundle.filter(({ type }) => type === "invoice" || type === "expense");
  const [first] = leading.length === 0 ? bundle : leading;
  if (first === undefined) return;
  for (const member of bundle) if (!leading.includes(member)) sets.join(first.id, member.id);
  for (const [at, one] of leading.entries())
    for (const other of leading.slice(at + 1))
      if (isSameInMail(one, other)) sets.join(one.id, other.id);
}

/** One invoice as XML and as PDF, whose vendor the two may tell differently. */
function isSameInMail(one: Member, other: Member): boolean {
  if (one.amount_minor === null || one.amount_minor !== other.amount_minor) return false;
  if (one.number_key !== null && other.number_key !== null)
    return one.number_key === other.number_key;
  return one.date !== null && one.date === other.date && one.kind !== other.kind;
}

const RANK: Readonly<Record<string, number>> = { invoice: 1, expense: 2, other: 3 };

/** XML is exact; among others, the invoice tells most. */
function byRank(one: Member, other: Member): number {
  return rankOf(one) - rankOf(other) || byAge(one, other);
}

function rankOf({ kind, type }: Member): number {
  if (kind === "xml" && type !== "other") return 0;
  return RANK[type ?? ""] ?? 4;
}

function byAge(one: Member, other: Member): number {
  const [a, b] = [one, other].map(({ created_at, id }) => `${created_at} ${id}`);
  return (a ?? "") < (b ?? "") ? -1 : 1;
}

/** Disjoint sets of ids. */
class Sets {
  readonly #parents: Map<string, string>;

  constructor(ids: readonly string[]) {
    this.#parents = new Map(ids.map((id) => [id, id]));
  }

  rootOf(id: string): string {
    const parent = this.#parents.get(id) ?? id;
    return parent === id ? id : this.rootOf(parent);
  }

  /** Ignores an id that it does not have: that item is gone. */
  join(one: string, other: string): void {
    if (!this.#parents.has(one) || !this.#parents.has(other)) return;
    const [from, to] = [this.rootOf(one), this.rootOf(other)];
    if (from !== to) this.#parents.set(from, to);
  }
}

/** Papers that are read to decide about groups at most: a vendor may number everything alike. */
const MOST_NEIGHBOURS = 200;

/** Finds the items with which the given ones are, or may become, a group. Deleted items are in none. */
export async function findNeighbours(
  context: OfTeam,
  ids: readonly string[],
): Promise<readonly Member[]> {
  const known = new Map<string, Member>();
  let wanted = await readMembers(context, ids);
  while (wanted.length > 0 && known.size < MOST_NEIGHBOURS) {
    for (const member of wanted) known.set(member.id, member);
    const next = await idsBeside(context, wanted);
    wanted = await readMembers(
      context,
      next.filter((id) => !known.has(id)),
    );
  }
  return [...known.values()];
}

async function readMembers({ db, team }: OfTeam, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("inbox_items as item")
    .innerJoin("documents as document", (join) =>
      join
        .onRef("document.team_id", "=", "item.team_id")
        .onRef("document.id", "=", "item.document_id"),
    )
    .innerJoin("files as file", (join) =>
      join
        .onRef("file.team_id", "=", "document.team_id")
        .onRef("file.sha256", "=", "document.sha256"),
    )
    .select(["item.id", "item.created_at", "item.progress", "item.type", "item.vendor_key"])
    .select(["item.number_key", "item.amount_minor", "item.date", "item.bundle_id"])
    .select(["item.grouped_with", "item.group_id", "file.kind"])
    .where("item.team_id", "=", team.id)
    .where("item.id", "in", [...new Set(ids)])
    .where((item) => item.or([item("item.filed", "is", null), item("item.filed", "!=", "deleted")]))
    .execute();
}

async function idsBeside({ db, team }: OfTeam, members: readonly Member[]) {
  const of = (column: "bundle_id" | "grouped_with" | "group_id", values: readonly string[]) =>
    db
      .selectFrom("inbox_items")
      .select("id")
      .where("team_id", "=", team.id)
      .where(column, "in", values)
      .orderBy("id")
      .limit(MOST_NEIGHBOURS)
      .execute();
  const ids = members.map(({ id }) => id);
  const numbered = [
    ...Map.groupBy(members, ({ vendor_key, number_key }) => `${vendor_key} ${number_key}`),
  ];
  const found = await Promise.all([
    of("bundle_id", [...new Set(members.map(({ bundle_id }) => bundle_id))]),
    of("grouped_with", ids),
    of("group_id", ids),
    ...numbered.map(async ([, [member]]) =>
      member?.vendor_key && member.number_key
        ? db
            .selectFrom("inbox_items")
            .select("id")
            .where("team_id", "=", team.id)
            .where("vendor_key", "=", member.vendor_key)
            .where("number_key", "=", member.number_key)
            .orderBy("id")
            .limit(MOST_NEIGHBOURS)
            .execute()
        : [],
    ),
  ]);
  const named = members.flatMap(({ grouped_with, group_id }) => [grouped_with, group_id]);
  return [...found.flat().map(({ id }) => id), ...named.filter((id) => id !== null)];
}
