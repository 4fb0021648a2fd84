import type { z } from "zod";

/** A response of a route, before it becomes HTTP. */
export type Answer =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "download"; readonly download: Download }
  | { readonly kind: "events"; readonly events: AsyncIterable<unknown> };

/** A file that a browser saves and never shows. */
export type Download = {
  /** File name with its extension; any characters. */
  readonly name: string;
  /** Media type, with its charset if it is text. */
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array>;
  /** Id of the event that a route wrote beside the file. */
  readonly event?: string | null;
};

/** Turns what a handler returns into the response. */
export type Output<Value> = { readonly answer: (value: Value) => Answer };

export type Json<Schema extends z.ZodType> = Output<z.input<Schema>> & { readonly schema: Schema };

export type Events<Schema extends z.ZodType> = Output<AsyncIterable<z.input<Schema>>> & {
  readonly event: Schema;
};

/** One JSON document, checked against the schema. */
export function json<Schema extends z.ZodType>(schema: Schema): Json<Schema> {
  return { schema, answer: (value) => ({ kind: "json", value: schema.parse(value) }) };
}

/** A file of any media type, CSV included. */
export const download: Output<Download> = {
  answer: (file) => ({ kind: "download", download: file }),
};

/** Server-sent events, each a JSON document that is checked against the schema. */
export function events<Schema extends z.ZodType>(event: Schema): Events<Schema> {
  return { event, answer: (values) => ({ kind: "events", events: checked(event, values) }) };
}

async function* checked<Schema extends z.ZodType>(
  schema: Schema,
  values: AsyncIterable<z.input<Schema>>,
): AsyncIterable<z.output<Schema>> {
  for await (const value of values) yield schema.parse(value);
}
