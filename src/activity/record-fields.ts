import type { TeamTable } from "../db/schema/schema.ts";
import { fromFields, type RecordField, type RecordFields } from "../shared/records/field.ts";
import type { Field } from "./field.ts";

/** Columns of a record's snapshots with their labels and kinds, from its table of fields. */
export function journalFields<F extends RecordFields>(
  table: TeamTable,
  fields: F,
): { [Name in keyof F as F[Name]["column"]]: Field<F[keyof F]["column"]> } {
  return fromFields(fields, (_, field) => [
    field.column,
    { label: field.label, ...shown(field, table, fields) },
  ]);
}

function shown(field: RecordField, table: TeamTable, fields: RecordFields) {
  switch (field.kind) {
    case "text":
      return { kind: "long text" };
    case "currency":
      return { kind: "currency" };
    case "days":
      return { kind: "number", unit: "day" };
    case "hours":
      return { kind: "number", unit: "hour" };
    case "flag":
      return { kind: "boolean" };
    case "id":
      return { kind: "id", of: field.of };
    case "money":
      return { kind: "money", currencyColumn: fields[field.currencyIn]?.column, table };
    default:
      return { kind: "text" };
  }
}
