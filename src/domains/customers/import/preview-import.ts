import { z } from "zod";
import { columnsIn, fileColumns } from "../../../core/csv/columns.ts";
import { ENCODINGS } from "../../../core/csv/encoding.ts";
import { DELIMITERS } from "../../../core/csv/records.ts";
import type { Context } from "../../../db/context.ts";
import { COLUMNS } from "./columns.ts";
import { Choices, Duplicate, duplicatesIn, fingerprintOf, planOf } from "./plan.ts";
import { NEEDED, readRows } from "./read-rows.ts";

export const PreviewImport = z.strictObject(Choices);

export const Preview = z.object({
  encoding: z.enum(ENCODINGS),
  delimiter: z.enum(DELIMITERS),
  columns: fileColumns(COLUMNS),
  /** Fields that no column has, and without which nothing is imported. */
  missing: z.array(z.enum(NEEDED)),
  rows: z.array(
    z.object({
      line: z.int(),
      isUsable: z.boolean(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      tags: z.array(z.string()),
      /** Why the row cannot be imported, or else which fields are left out. */
      problems: z.array(z.string()),
      duplicate: Duplicate.nullable(),
    }),
  ),
  created: z.int(),
  updated: z.int(),
  skipped: z.int(),
  broken: z.int(),
  /** Given with the import, which is then refused unless it does what this preview says. */
  fingerprint: z.string(),
});

export async function previewCustomerImport(
  context: Context,
  choices: z.output<typeof PreviewImport>,
  bytes: Uint8Array,
): Promise<z.input<typeof Preview>> {
  const { csv, missing, rows, ...columns } = await readRows(bytes, choices.columns);
  const duplicates = await duplicatesIn(context, rows);
  const { planned, skipped } = planOf(rows, duplicates, choices);
  const created = planned.filter(({ id }) => id === null).length;
  return {
    ...csv.dialect,
    columns: columnsIn(csv, columns),
    missing: [...missing],
    rows: rows.map(({ line, told, values, tags, problems }) => ({
      line,
      isUsable: values !== null,
      ...told,
      tags: [...tags],
      problems: [...problems],
      duplicate: duplicates.get(line) ?? null,
    })),
    created,
    updated: planned.length - created,
    skipped,
    broken: rows.filter(({ values }) => values === null).length,
    fingerprint: fingerprintOf(rows, duplicates),
  };
}
