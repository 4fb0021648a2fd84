import type { TeamTable } from "../db/schema/schema.ts";
import type { Past } from "./past.ts";
import { type JournalContext, type Subjects, undoRowsOf } from "./subject.ts";
import type { PutBack, UndoRows } from "./undo-rows.ts";
import type { Step } from "./undo-steps.ts";

/**
 * Writes the rows with `putBack`, inside `around` of each table that has it. Tables with the same function
 * share one call of it.
 */
export async function aroundTables(
  context: JournalContext,
  past: readonly Past[],
  putBack: () => Promise<void>,
): Promise<void> {
  const hooks = Map.groupBy(past, ({ type }) => undoRowsOf(context.subjects, type)?.around);
  const nested = [...hooks].reduceRight(
    (inner, [around, items]) =>
      around === undefined
        ? inner
        : async () => once(inner, async (putBack) => around(context, items, putBack)),
    putBack,
  );
  await nested();
}

/** A hook that wrote nothing, or twice, would leave rows and journal apart. */
async function once(
  putBack: () => Promise<void>,
  run: (putBack: () => Promise<void>) => Promise<void>,
): Promise<void> {
  let calls = 0;
  await run(async () => {
    calls += 1;
    await putBack();
  });
  if (calls !== 1) throw new Error(`around called putBack ${calls} times`);
}

/** Calls `after` of each table that has it. */
export async function afterTables(context: JournalContext, steps: readonly Step[]): Promise<void> {
  const tables = byTable(context.subjects, steps, ({ change }) => change.type);
  for (const { undo, items } of tables.values()) await undo.after?.(context, items.map(putBackOf));
}

function putBackOf({ kind, change, was, row }: Step): PutBack {
  return { id: change.id, before: was, after: kind === "remove" ? null : row };
}

type OfTable<T> = { readonly undo: UndoRows; readonly items: T[] };

/** Kinds of records in one table share the hooks of the first of them. */
function byTable<T>(
  subjects: Subjects,
  items: readonly T[],
  typeOf: (item: T) => Past["type"],
): ReadonlyMap<TeamTable, OfTable<T>> {
  const tables = new Map<TeamTable, OfTable<T>>();
  for (const item of items) {
    const undo = undoRowsOf(subjects, typeOf(item));
    if (undo === null) continue;
    const known = tables.get(undo.table);
    if (known === undefined) tables.set(undo.table, { undo, items: [item] });
    else known.items.push(item);
  }
  return tables;
}
