import type { Context } from "../../db/context.ts";
import { draftRule, type RuleDraft, WORTH_A_RULE } from "../rules/draft-rule.ts";
import type { Searched } from "./kept-look-alikes.ts";

/** Parties whose other transactions are looked for. */
const MOST_PARTIES = 10;
/** Ids that a tool tells of a party. */
const MOST_IDS = 20;

/** Other transactions with the same party that lack a category. */
export type Similar = {
  readonly name: string;
  readonly category_slug: string;
  readonly count: number;
  /** The newest. */
  readonly ids: readonly string[];
  /** Null when there are too few for a rule. */
  readonly rule: RuleDraft | null;
};

/** Finds uncategorised transactions with the parties of those that were just categorised. */
export async function findSimilar(
  context: Context,
  ids: readonly string[],
  mostIds = MOST_IDS,
): Promise<readonly Similar[]> {
  const parties = await partiesOf(context, ids);
  const found: Similar[] = [];
  for (const [party_key, party] of parties) {
    const { count, ids } = await findOpen(context, party_key, mostIds);
    if (count === 0) continue;
    const { name, category_slug } = party;
    const rule = count < WORTH_A_RULE ? null : draftRule({ ...party, party_key });
    found.push({ name, category_slug, count, ids, rule });
  }
  return found;
}

async function partiesOf({ db, team }: Context, ids: readonly string[]) {
  const rows = await db
    .selectFrom("transactions")
    .select(["party_key", "name", "bank_name", "category_slug"])
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .where("party_key", "is not", null)
    .where("category_slug", "is not", null)
    .execute();
  const parties = new Map(
    rows.flatMap(({ party_key, name, bank_name, category_slug }) =>
      party_key === null || category_slug === null
        ? []
        : [[party_key, { name, bank_name, category_slug }] as const],
    ),
  );
  return [...parties].slice(0, MOST_PARTIES);
}

/** Counts a party's open transactions, and names the newest. */
export async function findOpen({ db, team }: Searched, party_key: string, most: number) {
  const open = db
    .selectFrom("transactions")
    .where("team_id", "=", team.id)
    .where("party_key", "=", party_key)
    .where("category_slug", "is", null)
    .where("standing", "=", "counted");
  const [[counted], rows] = await Promise.all([
    open.select(({ fn }) => fn.countAll<number>().as("count")).execute(),
    open.select("id").orderBy("date", "desc").orderBy("id", "desc").limit(most).execute(),
  ]);
  return { count: counted?.count ?? 0, ids: rows.map(({ id }) => id) };
}

/** Counts those that were given to the accountant. */
export async function countExported(
  { db, team }: Searched,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await db
    .selectFrom("transactions")
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .where("status", "=", "exported")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
