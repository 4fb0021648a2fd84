import { z } from "zod";

export type JsonSchema = { readonly [key: string]: unknown };

/**
 * JSON Schema 2020-12 of a caller's input, or of an output. Compact, since every assistant reads it
 * before its first call: a format instead of its pattern, no length limits (errors name them). Inputs
 * have plain types, since several assistants refuse a list of tools with null in one; null is taken
 * all the same. Outputs have only names and types, `type: [t, "null"]` for a nullable value: every
 * field but `notices` is always present.
 * @param told names of the properties to keep, at any depth; all of them without it
 */
export function jsonSchemaOf(
  schema: z.ZodType,
  io: "input" | "output",
  told?: readonly string[],
): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      compact(jsonSchema);
      if (io === "input") {
        plain(jsonSchema);
        return;
      }
      nullable(jsonSchema);
      delete jsonSchema.additionalProperties;
      delete jsonSchema.format;
      delete jsonSchema.required;
      for (const name of told === undefined ? [] : Object.keys(jsonSchema.properties ?? {}))
        if (!told?.includes(name)) delete jsonSchema.properties?.[name];
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
}

function plain(schema: z.core.JSONSchema.BaseSchema): void {
  const values = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  const [value, ...others] = values;
  if (value === undefined || others.some(({ type }) => type !== value.type)) return;
  delete schema.anyOf;
  Object.assign(schema, others.length === 0 ? { ...value, ...schema } : { type: value.type });
}

function nullable(schema: z.core.JSONSchema.BaseSchema): void {
  const [value, nothing, ...more] = schema.anyOf ?? [];
  if (value === undefined || nothing?.type !== "null" || more.length > 0) return;
  if (typeof value.type !== "string" || value.const !== undefined) return;
  delete schema.anyOf;
  Object.assign(schema, { ...value, ...schema, type: [value.type, "null"] });
  if (value.enum !== undefined) schema.enum = [...value.enum, null];
}
