import { z } from "zod";

export type JsonSchema = { readonly [key: string]: unknown };

/**
 * The JSON Schema 2020-12 of what a caller sends (`input`) or is answered (`output`), compact: no
 * pattern where a format says it, `type: [t, "null"]` for a value that may be null.
 */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      compact(jsonSchema);
      if (io === "output") delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

function compact(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const [value, nothing, ...more] = schema.anyOf ?? [];
  if (value === undefined || nothing?.type !== "null" || more.length > 0) return;
  if (typeof value.type !== "string") return;
  const { anyOf: _alternatives, ...outer } = schema;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, value, outer, { type: [value.type, "null"] });
  if (value.enum !== undefined) schema.enum = [...value.enum, null];
}
