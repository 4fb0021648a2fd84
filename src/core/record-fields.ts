import { z } from "zod";
import {
  fromFields,
  type Kind,
  type RecordField,
  type RecordFields,
  type ValueOfKind,
} from "../shared/records/field.ts";
import {
  countryCode,
  currency,
  email,
  emailList,
  label,
  rounding,
  text,
  uuid,
  webUrl,
} from "./fields.ts";

type Schema<K extends Kind> = z.ZodType<ValueOfKind<K>, ValueOfKind<K>>;

type Schemas = {
  readonly [K in Kind]: {
    readonly input: (field: RecordField<K>) => Schema<K>;
    readonly answer: Schema<K>;
    readonly unit?: string;
  };
};

const string = z.string();

const SCHEMAS: Schemas = {
  name: { input: ({ longest }) => label(longest), answer: string },
  line: { input: ({ longest }) => text(longest), answer: string },
  text: { input: ({ longest }) => text(longest), answer: string },
  phone: { input: ({ longest }) => text(longest), answer: string },
  "e-mail": { input: () => email, answer: string },
  "e-mails": { input: () => emailList, answer: string },
  URL: { input: () => webUrl, answer: string },
  country: { input: ({ longest }) => text(longest), answer: string },
  "country code": { input: () => countryCode, answer: string },
  currency: { input: () => currency, answer: string },
  days: { input: ({ most }) => z.int().min(0).max(most), answer: z.int(), unit: "days" },
  hours: {
    input: ({ most }) => z.number().positive().max(most),
    answer: z.number(),
    unit: "hours",
  },
  money: { input: ({ most }) => z.int().min(0).max(most), answer: z.int(), unit: "minor units" },
  flag: { input: () => z.boolean(), answer: z.boolean() },
  id: { input: () => uuid, answer: uuid },
  choice: { input: ({ choices }) => z.enum(Object.keys(choices)), answer: string },
  rounding: { input: () => rounding, answer: string },
};

type Required = { readonly isRequired: true };

type Optional<S extends z.ZodType> = z.ZodOptional<z.ZodNullable<S>>;

type SchemaOf<F extends RecordField> = Schema<F["kind"]>;

type Input<F extends RecordFields> = {
  [Name in keyof F]: F[Name] extends Required ? SchemaOf<F[Name]> : Optional<SchemaOf<F[Name]>>;
};

export function inputSchemas<F extends RecordFields>(fields: F): Input<F> {
  return fromFields(fields, (name, field) => [
    name,
    field.isRequired === true ? schemaOf(field) : nullish(field),
  ]);
}

type Changes<F extends RecordFields> = {
  [Name in keyof F]: F[Name] extends Required
    ? z.ZodOptional<SchemaOf<F[Name]>>
    : Optional<SchemaOf<F[Name]>>;
};

/** Null empties a field. */
export function changeSchemas<F extends RecordFields>(fields: F): Changes<F> {
  return fromFields(fields, (name, field) => [
    name,
    field.isRequired === true ? schemaOf(field).optional() : nullish(field),
  ]);
}

function schemaOf<K extends Kind>(field: RecordField<K>): Schema<K> {
  return SCHEMAS[field.kind].input(field);
}

function nullish(field: RecordField) {
  const schema = schemaOf(field).nullish();
  const { unit } = SCHEMAS[field.kind];
  return unit === undefined ? schema : schema.describe(unit);
}

type Answer<F extends RecordFields> = {
  [Name in keyof F]: F[Name] extends Required
    ? SchemaOf<F[Name]>
    : z.ZodNullable<SchemaOf<F[Name]>>;
};

export function answerSchemas<F extends RecordFields>(fields: F): Answer<F> {
  return fromFields(fields, (name, { kind, isRequired }) => {
    const { answer } = SCHEMAS[kind];
    return [name, isRequired === true ? answer : answer.nullable()];
  });
}

type Selected<F extends RecordFields> = {
  [Name in keyof F & string]: `${F[Name]["column"]} as ${Name}`;
}[keyof F & string];

export function selectedColumns<F extends RecordFields>(fields: F): readonly Selected<F>[] {
  const selected = fromFields<Record<string, Selected<F>>>(fields, (name, { column }) => [
    name,
    `${column} as ${name}`,
  ]);
  return Object.values(selected);
}

type Columns<F extends RecordFields, Given> = {
  [Name in keyof F & string as F[Name]["column"]]: Name extends keyof Given
    ? Given[Name]
    : undefined;
};

export function writtenColumns<F extends RecordFields, Given extends object>(
  fields: F,
  given: Given,
): Columns<F, Given> {
  const values = new Map<string, unknown>(Object.entries(given));
  return fromFields(fields, (name, { column }) => [column, values.get(name)]);
}
