import { z } from "zod";

export type JsonSchema = { readonly [key: string]: unknown };

/**
 * The JSON Schema 2020-12 of what a caller sends (`input`) or is answered (`output`), compact, since
 * every assistant reads it before its first call: `type: [t, "null"]` for a value that may be null,
 * a format instead of its pattern, lengths left to the error that names them. Of an answer only the
 * names and types: every field but `notices` is always there, so saying so would only cost.
 */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      compact(jsonSchema);
      if (io === "input") return;
      delete jsonSchema.additionalProperties;
      delete jsonSchema.format;
      delete jsonSchema.required;
    },
  });
  return rest;
}

function compact(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.minLength;
  delete schema.maxLength;
  delete schema.maxItems;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const [value, nothing, ...more] = schema.anyOf ?? [];
  if (value === undefined || nothing?.type !== "null" || more.length > 0) return;
  if (typeof value.type !== "string" || value.const !== undefined) return;
  delete schema.anyOf;
  Object.assign(schema, { ...value, ...schema, type: [value.type, "null"] });
  if (value.enum !== undefined) schema.enum = [...value.enum, null];
}
