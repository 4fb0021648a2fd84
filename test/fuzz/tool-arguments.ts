import type { IdOf } from "../../src/core/arguments.ts";
import type { Chance } from "../../src/demo/chance.ts";
import type { Ids } from "./facts.ts";
import { nestedValue, oddNumber, oddText, oddValue } from "./odd-values.ts";

/** The part of JSON Schema that the tools' inputs use. */
type Schema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

type Described = {
  readonly name: string;
  readonly inputSchema: Schema;
  readonly example?: (idOf: IdOf) => object;
};

/**
 * Arguments that a tool's schema allows, and null for some that may be left out; their ids may be
 * unknown.
 */
export function allowedArguments(chance: Chance, tool: Described, ids: Ids): object {
  const { properties = {}, required = [] } = tool.inputSchema;
  // Arguments that fit together are rarely drawn by themselves.
  if (tool.example !== undefined && chance.often(0.5)) {
    const example = tool.example((kind) => idCalled(chance, [kind], ids));
    return withoutOne(chance, example, required);
  }
  const given = Object.entries(properties).filter(
    ([name]) => required.includes(name) || chance.often(0.15),
  );
  return Object.fromEntries(
    given.map(([name, schema]) => [
      name,
      !required.includes(name) && chance.often(0.2)
        ? null
        : allowedValue(chance, schema, [name, tool.name], ids),
    ]),
  );
}

/** Leaves one of several optional arguments out of most examples: some calls succeed only once with all of them. */
function withoutOne(chance: Chance, example: object, required: readonly string[]): object {
  const given = Object.entries(example);
  const optional = given.filter(([name]) => !required.includes(name));
  if (optional.length < 2 || chance.often(0.3)) return example;
  const [left] = chance.pick(optional);
  return Object.fromEntries(given.filter(([name]) => name !== left));
}

/** Allowed arguments with one to three errors. */
export function oddArguments(chance: Chance, tool: Described, ids: Ids): unknown {
  if (chance.often(0.05)) return oddValue(chance);
  const given = new Map(Object.entries(allowedArguments(chance, tool, ids)));
  const properties = Object.entries(tool.inputSchema.properties ?? {});
  for (let change = chance.pick([1, 1, 2, 3]); change > 0; change -= 1) {
    const [name, { type }] = chance.pick([...properties, ["no_such", {}] as const]);
    if (chance.often(0.15)) given.delete(name);
    else if (chance.often(0.1)) given.set(oddText(chance), oddValue(chance));
    else if (chance.often(0.03)) given.set(name, nestedValue(chance));
    else given.set(name, chance.often(0.6) ? oddOfType(chance, type) : oddValue(chance));
  }
  return Object.fromEntries(given);
}

/** An odd value, mostly of the right type. */
function oddOfType(chance: Chance, type: Schema["type"]): unknown {
  switch (chance.pick([type ?? "string"].flat())) {
    case "string":
      return oddText(chance);
    case "integer":
    case "number":
      return oddNumber(chance);
    case "array":
      return [oddValue(chance)];
    default:
      return oddValue(chance);
  }
}

/** @param words names of the argument and its tool, from which the id's table is guessed */
function allowedValue(chance: Chance, schema: Schema, words: readonly string[], ids: Ids): unknown {
  if (schema.enum !== undefined) return chance.pick(schema.enum);
  if (schema.anyOf !== undefined)
    return allowedValue(chance, chance.pick(schema.anyOf), words, ids);
  switch (chance.pick([schema.type ?? "string"].flat())) {
    case "null":
      return null;
    case "boolean":
      return chance.often(0.5);
    case "integer":
    case "number":
      return chance.between(schema.minimum ?? -10, Math.min(schema.maximum ?? 1000, 1000));
    case "array": {
      const { items = {} } = schema;
      const length = chance.between(0, 3);
      return Array.from({ length }, () => allowedValue(chance, items, words, ids));
    }
    case "object":
      return allowedArguments(chance, { name: words.at(-1) ?? "", inputSchema: schema }, ids);
    default:
      return allowedText(chance, schema.format, words, ids);
  }
}

const CODES = ["EUR", "usd", "JPY", "DE", "fr", "GB"];

function allowedText(
  chance: Chance,
  format: string | undefined,
  words: readonly string[],
  ids: Ids,
): string {
  const dayOfMonth = String(chance.between(1, 30)).padStart(2, "0");
  switch (format) {
    case "uuid":
      return idCalled(chance, words, ids);
    case "email":
      return `${chance.between(0, 99)}@mail.example`;
    case "uri":
      return `https://web.example/${chance.between(0, 99)}`;
    case "date":
      return `2026-11-${dayOfMonth}`;
    case "date-time":
      return `2026-11-${dayOfMonth}T0${chance.between(0, 9)}:00:00+01:00`;
    default:
      if (words[0] === "category_slug") return chance.pick(["meals", "software", "uncategorized"]);
      // Without a format it may be a name, an address or a code.
      return chance.pick([...CODES, "a@mail.example", `Text ${chance.between(0, 9999)}`]);
  }
}

/** An id, usually from the table that the words name: a tag for `tag_ids`, a project for `project_id`. */
function idCalled(chance: Chance, words: readonly string[], ids: Ids): string {
  const stems = words.flatMap((word) => word.split("_")).map((word) => word.slice(0, 4));
  const tables = [...ids.keys()];
  const meant = tables.filter((table) =>
    stems.some((stem) => stem.length > 2 && (table.split("_").at(-1) ?? "").startsWith(stem)),
  );
  const table = chance.pick(meant.length > 0 && chance.often(0.8) ? meant : tables);
  return chance.pick(ids.get(table) ?? []);
}
