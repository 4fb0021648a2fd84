import { z } from "zod";
import type { Fields } from "./arguments.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * Reads a query string or a path: turns texts into the numbers, booleans and arrays of the schema
 * (`?limit=5&isOpen=true&tag=a&tag=b`). A text of another form stays a text, which the schema refuses.
 */
export function queryReader(
  input: Fields,
): (texts: Iterable<readonly [string, string]>) => Readonly<Record<string, unknown>> {
  let properties: ReadonlyMap<string, Schema> | null = null;
  return (texts) => {
    // Made for the first request, since most routes of a process are never asked.
    properties ??= propertiesOf(input);
    const byName = Map.groupBy(texts, ([name]) => name);
    const values: [string, unknown][] = [];
    for (const [name, given] of byName) {
      const field = properties.get(name) ?? {};
      values.push([
        name,
        valueOf(
          field,
          given.map(([, text]) => text),
        ),
      ]);
    }
    return Object.fromEntries(values);
  };
}

function propertiesOf(input: Fields): ReadonlyMap<string, Schema> {
  const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return new Map(
    Object.entries(properties).map(([name, schema]) => [name, schemaOf(schema)] as const),
  );
}

function schemaOf(schema: z.core.JSONSchema._JSONSchema | undefined): Schema {
  return typeof schema === "object" ? schema : {};
}

function valueOf(field: Schema, texts: readonly string[]): unknown {
  const choices = choicesOf(field);
  const array = choices.find(({ type }) => type === "array");
  if (array !== undefined) {
    const items = Array.isArray(array.items) ? {} : schemaOf(array.items);
    return texts.map((text) => scalarOf(items, text));
  }
  const [text = "", ...more] = texts;
  return more.length === 0 ? scalarOf(field, text) : texts;
}

/** A field that may be text stays text, whatever else it may be. */
function scalarOf(field: Schema, text: string): unknown {
  const types = new Set(choicesOf(field).flatMap(typesOf));
  if (types.has("string")) return text;
  if ((types.has("number") || types.has("integer")) && NUMBER.test(text)) return Number(text);
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** A number of JSON (RFC 8259 §6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function choicesOf(schema: Schema): readonly Schema[] {
  const choices = schema.anyOf ?? schema.oneOf;
  return choices === undefined ? [schema] : choices.map(schemaOf).flatMap(choicesOf);
}

function typesOf({ type, enum: values, const: value }: Schema): readonly string[] {
  if (type !== undefined) return [type].flat();
  return (values ?? (value === undefined ? [] : [value])).map((value) => typeof value);
}
