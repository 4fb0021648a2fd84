import { fromFields, type RecordField, type RecordFields } from "../shared/records/field.ts";
import type { Field } from "./field.ts";

/** Columns of a record's images with their labels and kinds, from its table of fields. */
export function journalFields<F extends RecordFields>(
  fields: F,
): Record<F[keyof F]["column"], Field<F[keyof F]["column"]>> {
  return fromFields(fields, (_, field) => [field.column, { label: field.label, ...shown(field) }]);
}

function shown({ kind }: RecordField) {
  switch (kind) {
    case "text":
      return { kind: "long text" };
    case "currency":
      return { kind: "currency" };
    case "days":
      return { kind: "number", unit: "day" };
    default:
      return { kind: "text" };
  }
}
