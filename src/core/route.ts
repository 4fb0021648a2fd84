import type { z } from "zod";
import { type Fields, type Example, type IdOf, brokenRule } from "./arguments.ts";
import type { CallEvent } from "./event.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Method and path, whose parameters begin with a colon. Server and web app write the same text. */
export type Address = `${Method} /api/${string}`;

type Definition<Role, Path, Input extends Fields, Value, Out> = {
  readonly path: Path;
  readonly role: Role;
  /** Parameters of the path except the team, with the query or the JSON body. */
  readonly input: Input;
  readonly output: Out & Output<Value>;
  readonly example: Example<NoInfer<Input>>;
} & (Path extends `GET ${string}`
  ? { readonly event?: never }
  : {
      /** Null when it writes none, or one about several kinds of records. */
      readonly event: CallEvent | null;
    });

/** `largest` in bytes, perhaps by a setting that the context knows; media types without parameters. */
export type UploadLimits<Context> = {
  readonly largest: number | ((context: Context) => number);
  readonly types: readonly string[];
};

/** A request body, read once: by `bytes` or by `chunks`. */
export type Upload = {
  readonly type: string;
  /** Bytes that the client announced; null where it did not. */
  readonly length: number | null;
  /** The whole body in memory. The file then waits for its turn, which lasts until the answer. */
  readonly bytes: () => Promise<Uint8Array>;
  /** The body as it comes, for a file that goes to the disk. It waits for no turn, and must not be kept in memory. */
  readonly chunks: AsyncIterable<Uint8Array>;
};

type Facts<Role, Path, Input, Out> = {
  readonly path: Path;
  readonly role: Role;
  readonly input: Input;
  readonly output: Out;
  readonly event: CallEvent | null;
  readonly example: (idOf: IdOf) => object;
};

type AskedRoute<
  Context,
  Role,
  Path extends Address = Address,
  Input extends Fields = Fields,
  Out = unknown,
> = Facts<Role, Path, Input, Out> & {
  readonly upload: null;
  /** Bytes of the JSON body; null for the limit of all routes. */
  readonly largest: number | null;
  /** @throws InvalidInput, and Refusal for what the caller can mend */
  readonly answer: (context: Context, given: unknown) => Promise<Answer>;
};

type UploadRoute<
  Context,
  Role,
  Path extends Address = Address,
  Input extends Fields = Fields,
  Out = unknown,
> = Facts<Role, Path, Input, Out> & {
  readonly upload: UploadLimits<Context>;
  readonly answer: (context: Context, given: unknown, upload: Upload) => Promise<Answer>;
};

export type Route<Context, Role, Path extends Address = Address> =
  | AskedRoute<Context, Role, Path>
  | UploadRoute<Context, Role, Path>;

export function defineRoute<
  Context,
  const Role extends string | null,
  const Path extends Address,
  Input extends Fields,
  Value,
  Out,
>(
  definition: Definition<Role, Path, Input, Value, Out> & {
    readonly largest?: number;
    readonly handler: (context: Context, input: z.output<Input>) => Promise<NoInfer<Value>>;
  },
): AskedRoute<Context, Role, Path, Input, Out> {
  const { path, role, input, output, event = null, example, largest = null, handler } = definition;
  const answer = async (context: Context, given: unknown) =>
    output.answer(await handler(context, parsed(input, given)));
  return { path, role, input, output, event, example, upload: null, largest, answer };
}

export function defineUpload<
  Context,
  const Role extends string | null,
  const Path extends Address,
  Input extends Fields,
  Value,
  Out,
>(
  definition: Definition<Role, Path, Input, Value, Out> & {
    readonly upload: UploadLimits<Context>;
    readonly handler: (
      context: Context,
      input: z.output<Input> & { readonly upload: Upload },
    ) => Promise<NoInfer<Value>>;
  },
): UploadRoute<Context, Role, Path, Input, Out> {
  const { path, role, input, output, event = null, example, upload: limits, handler } = definition;
  const answer = async (context: Context, given: unknown, upload: Upload) =>
    output.answer(await handler(context, { ...parsed(input, given), upload }));
  return { path, role, input, output, event, example, upload: limits, answer };
}

export class InvalidInput extends Error {
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super("the input does not match the route's schema");
    this.name = "InvalidInput";
    this.issues = issues;
  }
}

function parsed<Input extends Fields>(input: Input, given: unknown): z.output<Input> {
  const result = input.safeParse(given, { error: brokenRule });
  if (result.success) return result.data;
  throw new InvalidInput(result.error.issues);
}

export type Answer =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "download"; readonly download: Download }
  | { readonly kind: "events"; readonly events: AsyncIterable<unknown> };

/** A file that a browser saves and never shows. */
export type Download = {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array>;
  readonly event?: string | null;
};

type Output<Value> = { readonly answer: (value: Value) => Answer };

type Json<Schema extends z.ZodType> = Output<z.input<Schema>> & { readonly schema: Schema };

type Events<Schema extends z.ZodType> = Output<AsyncIterable<z.input<Schema>>> & {
  readonly event: Schema;
};

export function json<Schema extends z.ZodType>(schema: Schema): Json<Schema> {
  return { schema, answer: (value) => ({ kind: "json", value: schema.parse(value) }) };
}

export const download: Output<Download> = {
  answer: (file) => ({ kind: "download", download: file }),
};

export function events<Schema extends z.ZodType>(event: Schema): Events<Schema> {
  return { event, answer: (values) => ({ kind: "events", events: checked(event, values) }) };
}

async function* checked<Schema extends z.ZodType>(
  schema: Schema,
  values: AsyncIterable<z.input<Schema>>,
): AsyncIterable<z.output<Schema>> {
  for await (const value of values) yield schema.parse(value);
}
