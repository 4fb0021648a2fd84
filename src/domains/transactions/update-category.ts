import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { holdTeam } from "../../db/hold-team.ts";
import { transaction } from "../../db/transaction.ts";
import { choosingAmong } from "../categories/choose-category.ts";
import { categorizing } from "./categorize.ts";
import { findSimilar } from "./find-similar.ts";
import { type Saved, savedOf } from "./saved-transactions.ts";
import { lockTransactions, noTransaction, setBy } from "./transaction.ts";
import { writeTransactions } from "./write-transactions.ts";

const slug = z.string().max(100);

export const MOST_AT_ONCE = 100;

export const UpdateCategory = z.strictObject({
  id: uuid.nullish(),
  category_slug: slug.nullish().describe("uncategorized clears it"),
  changes: z
    .array(z.strictObject({ id: uuid, category_slug: slug }))
    .max(MOST_AT_ONCE)
    .nullish(),
});

export type UpdateCategory = z.output<typeof UpdateCategory>;

/** Gives one or several transactions a category each, all or none, as one event. */
export async function updateCategory(
  context: Context,
  input: UpdateCategory,
): Promise<z.input<typeof Saved>> {
  const wanted = wantedOf(input);
  const ids = wanted.map(({ id }) => id);
  return transaction(context, async (context) => {
    await holdTeam(context);
    const choose = await choosingAmong(
      context,
      wanted.map(({ category_slug }) => category_slug),
    );
    const rows = new Map((await lockTransactions(context, ids)).map((row) => [row.id, row]));
    const changed = wanted.map(({ id, category_slug, path }) => {
      const row = rows.get(id);
      if (row === undefined) throw noTransaction(id, `${path}id`);
      const category = choose(category_slug, `${path}category_slug`);
      return categorizing(row, category, setBy(context), `${path}id`);
    });
    const changes = await writeTransactions(context, { changed });
    if (changes.length > 0) await record(context, changes);
    const saved = await savedOf(context, ids, changes, typeof input.id === "string");
    return { ...saved, similar: [...(await findSimilar(context, ids))] };
  });
}

type Wanted = {
  readonly id: string;
  readonly category_slug: string;
  /** Of the arguments. */
  readonly path: string;
};

function wantedOf({ id, category_slug, changes }: UpdateCategory): readonly Wanted[] {
  const isOne = typeof id === "string" && typeof category_slug === "string";
  if (isOne && (changes ?? []).length === 0) return [{ id, category_slug, path: "" }];
  if ((id ?? category_slug ?? null) !== null || (changes ?? []).length === 0) throw either();
  const several = (changes ?? []).map((one, at) => ({ ...one, path: `changes.${at}.` }));
  const twice = several.find(({ id }, at) => several.findIndex((one) => one.id === id) < at);
  if (twice !== undefined) throw twiceNamed(twice);
  return several;
}

function either(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "id",
    message: "the arguments must have id with category_slug, or changes",
    next: "leave out the other and try again; nothing was changed",
  });
}

function twiceNamed({ id, path }: Wanted): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: `${path}id`,
    message: `changes names the transaction ${id} twice`,
    next: "name each once; nothing was changed",
  });
}
