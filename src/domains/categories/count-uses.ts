import { sql } from "kysely";
import { z } from "zod";
import type { AuditContext, Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { allCategories } from "./all-categories.ts";

/** Counts transactions and parts of transactions. */
export async function countUses(
  { db, team }: Pick<AuditContext, "db" | "team">,
  slug: string,
): Promise<number> {
  const values = { team_id: team.id, slug };
  const [[whole], [part]] = await Promise.all([countWholes(db, values), countParts(db, values)]);
  return (whole?.count ?? 0) + (part?.count ?? 0);
}

type OfCategory = { readonly team_id: string; readonly slug: string };

const countWholes = preparedQuery((db, { slot }: Slots<OfCategory>) =>
  db
    .selectFrom("transactions")
    .where("team_id", "=", slot("team_id"))
    .where("category_slug", "=", slot("slug"))
    .select(({ fn }) => fn.countAll<number>().as("count")),
);

const countParts = preparedQuery((db, { slot }: Slots<OfCategory>) =>
  db
    .selectFrom("transaction_parts")
    .where("team_id", "=", slot("team_id"))
    .where("category_slug", "=", slot("slug"))
    .select(({ fn }) => fn.countAll<number>().as("count")),
);

export const CategoryUses = z.object({
  /** Transactions of each category and the ones below it, as the list filtered by it counts them. */
  items: z.array(z.object({ slug: z.string(), count: z.int() })),
  /** Transactions that are sides of linked transfers, whatever their category. */
  linked: z.int(),
});

type Use = z.output<typeof CategoryUses>["items"][number];

/** Counts the transactions of all categories, without archived ones. A split one counts once in each. */
export async function countAllUses(context: Context): Promise<z.output<typeof CategoryUses>> {
  const known = await allCategories(context);
  const slugOf = new Map(known.map(({ id, slug }) => [id, slug]));
  const heads = known.flatMap(({ slug, parent_id }) => {
    const head = parent_id === null ? undefined : slugOf.get(parent_id);
    return head === undefined ? [] : [{ slug, head }];
  });
  const headOf = new Map(heads.map(({ slug, head }) => [slug, head]));
  const [linked, wholes, parts, partsOfHeads] = await Promise.all([
    countLinked(context),
    countWholesByCategory(context),
    countPartsBy(context, sql`part.category_slug`),
    heads.length === 0 ? [] : countPartsBy(context, headIn(heads)),
  ]);
  const tops = new Set(headOf.values());
  const counts = new Map<string, number>();
  const add = (slug: string, count: number) => counts.set(slug, (counts.get(slug) ?? 0) + count);
  for (const { slug, count } of wholes) {
    add(slug, count);
    const head = headOf.get(slug);
    if (head !== undefined) add(head, count);
  }
  for (const { slug, count } of parts) if (!tops.has(slug)) add(slug, count);
  for (const { slug, count } of partsOfHeads) if (tops.has(slug)) add(slug, count);
  return { items: [...counts].map(([slug, count]) => ({ slug, count })), linked };
}

async function countLinked({ db, team }: Context): Promise<number> {
  const { count } = await db
    .selectFrom("transactions")
    .where("team_id", "=", team.id)
    .where("transfer_id", "is not", null)
    .where("status", "<>", "archived")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

async function countWholesByCategory({ db, team }: Context): Promise<readonly Use[]> {
  const { rows } = await sql<Use>`
    select item.category_slug as slug, count(*) as count from transactions as item
    where item.team_id = ${team.id} and item.category_slug is not null
      and item.status <> 'archived'
    group by item.category_slug`.execute(db);
  return rows;
}

async function countPartsBy(
  { db, team }: Context,
  slug: ReturnType<typeof headIn>,
): Promise<readonly Use[]> {
  const { rows } = await sql<Use>`
    select found.slug, count(*) as count from (
      select distinct ${slug} as slug, item.id
      from transaction_parts as part
      join transactions as item
        on item.team_id = part.team_id and item.id = part.transaction_id
      where part.team_id = ${team.id} and part.category_slug is not null
        and item.status <> 'archived') as found
    group by found.slug`.execute(db);
  return rows;
}

/** Slug of the category that heads the part's, or the part's own. */
function headIn(heads: readonly { readonly slug: string; readonly head: string }[]) {
  const cases = heads.map(({ slug, head }) => sql`when ${slug} then ${head}`);
  return sql`case part.category_slug ${sql.join(cases, sql` `)} else part.category_slug end`;
}
