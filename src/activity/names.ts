import type { Signed } from "../db/context.ts";
import type { SubjectType } from "../db/schema.ts";
import { type Image, imageOf } from "./image.ts";
import type { Subjects } from "./subject.ts";

export type Thing = { readonly type: SubjectType; readonly id: string };

/** Names by id. */
export type Names = ReadonlyMap<string, string>;

type Naming = Signed & { readonly subjects: Subjects };

/**
 * The names of things: as they are called now, or were when they were deleted. What nobody named, and
 * what went so long ago that the journal keeps no image of it, has none. It takes one query for each
 * kind of thing, and one more where something is gone.
 */
export async function namesOf(context: Naming, things: readonly Thing[]): Promise<Names> {
  const names = new Map<string, string>();
  const named = things.map((thing) => namedAs(context.subjects, thing));
  for (const [type, some] of Map.groupBy(named, ({ type }) => type)) {
    const { names: find } = context.subjects[type];
    const ids = new Set(some.map(({ id }) => id));
    const found = typeof find === "string" ? [] : await find(context, [...ids]);
    for (const { id, name } of found) names.set(id, name);
    const gone = [...ids].filter((id) => !names.has(id));
    for (const [id, name] of await namesOfGone(context, type, gone)) names.set(id, name);
  }
  return names;
}

/** What the ids of an image stand for. */
export function thingsIn(
  subjects: Subjects,
  type: SubjectType,
  image: Image | null,
): readonly Thing[] {
  return Object.entries(subjects[type].refers).flatMap(([column, type]) => {
    const id = image?.[column];
    return typeof id === "string" ? [{ type, id }] : [];
  });
}

function namedAs(subjects: Subjects, { type, id }: Thing): Thing {
  const { names } = subjects[type];
  return { type: typeof names === "string" ? names : type, id };
}

/** From the images that were kept when they were deleted; a thing may be named by another one. */
async function namesOfGone(
  context: Naming,
  type: SubjectType,
  gone: readonly string[],
): Promise<Names> {
  const { namedIn, refers } = context.subjects[type];
  if (gone.length === 0 || namedIn === null) return new Map();
  const names = new Map<string, string>();
  for (const { id, image } of await lastImages(context, type, gone)) {
    const name = image?.[namedIn];
    if (typeof name === "string") names.set(id, name);
  }
  const lender = refers[namedIn];
  if (lender === undefined) return names;
  const lenders = [...names.values()].map((id) => ({ type: lender, id }));
  const lent = await namesOf(context, lenders);
  return new Map(
    [...names].flatMap(([id, from]) => {
      const name = lent.get(from);
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}

/** What things were when they were deleted, the last time last. */
async function lastImages({ db, team }: Signed, type: SubjectType, ids: readonly string[]) {
  const rows = await db
    .selectFrom("activity_changes")
    .select(["subject_id as id", "before"])
    .where("team_id", "=", team.id)
    .where("subject_type", "=", type)
    .where("subject_id", "in", ids)
    .where("after", "=", "null")
    .orderBy("event_id")
    .execute();
  return rows.map(({ id, before }) => ({ id, image: imageOf(before) }));
}
