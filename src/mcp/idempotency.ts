import { hash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../core/canonical-json.ts";
import { Refusal } from "../core/errors.ts";
import { addMilliseconds } from "../core/time.ts";
import type { Tool } from "../core/tool.ts";
import { transaction } from "../db/transaction.ts";
import type { Call, CallContext } from "./call.ts";
import { Content } from "./results.ts";
import { INVALID_PARAMS, RpcError } from "./rpc.ts";

/** For how long an answer can be had again. */
const KEPT_MS = 24 * 60 * 60_000;

type Keyed = {
  /** Null for a call without a key, which just runs. */
  readonly key: string | null;
  readonly tool: Tool<CallContext>;
  readonly given: unknown;
};

/**
 * Runs a call once: repeated under its key by the same credential, it answers what it answered first.
 * The key's row comes first in the transaction of the write, so a duplicate at the same time waits for
 * it. What throws is undone with its row, and what answers a Refusal gives it back: both may be tried
 * again under the key.
 * @throws Refusal when the key was used for other arguments
 */
export async function once(
  context: CallContext,
  { key, tool, given }: Keyed,
  run: (context: CallContext) => Promise<unknown>,
): Promise<unknown> {
  if (key === null) return run(context);
  const place = placeOf(context, key);
  return transaction(context, async (context) => {
    const kept = await claim(context, place, hash("sha256", canonicalJson(given ?? {})));
    if (kept !== null) return outputOf(tool, kept);
    const output = await run(context);
    if (output instanceof Refusal) await giveBack(context, place);
    else await keep(context, place, textOf(output));
    return output;
  });
}

/**
 * The key that a call names: in the header, as a String of RFC 9651 or without its quotes
 * (draft-ietf-httpapi-idempotency-key-header §2.1), or in `_meta`, also within a batch.
 * @throws RpcError with status 400 when it is none, or there are two
 */
export function keyOf({ header, params }: Pick<Call, "header" | "params">): string | null {
  const inHeader = header("idempotency-key");
  const { idempotencyKey: inMeta } = Meta.parse(params["_meta"]);
  const [key = null, other = key] = [
    ...(inHeader === undefined ? [] : [checked("Idempotency-Key", unquoted(inHeader))]),
    ...(inMeta === undefined ? [] : [checked("_meta.idempotencyKey", inMeta)]),
  ];
  if (key === other) return key;
  throw invalid("Idempotency-Key and _meta.idempotencyKey differ; send one of them");
}

const Meta = z.object({ idempotencyKey: z.unknown().optional() }).catch({});

/** Visible, so that no key looks like another: two headers, joined with a comma and a space, are none. */
const Key = z.string().regex(/^[\x21-\x7e]{1,255}$/);

function checked(name: string, value: unknown): string {
  const key = Key.safeParse(value);
  if (key.success) return key.data;
  throw invalid(
    `${name} must be text of 1 to 255 visible ASCII characters, without spaces; send a UUID, for example, and the same one with every repetition of the call`,
  );
}

function unquoted(header: string): string {
  const quoted = header.match(/^"((?:[^"\\]|\\["\\])*)"$/)?.[1];
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? header;
}

function invalid(message: string): RpcError {
  return new RpcError(INVALID_PARAMS, `Invalid params: ${message}`, { status: 400 });
}

/** The columns by which a row is found. */
type Place = ReturnType<typeof placeOf>;

function placeOf({ team, credential, tool }: CallContext, key: string) {
  if (credential.id === null) throw new Error(`a ${credential.kind} has no idempotency keys`);
  return { team_id: team.id, credential_id: credential.id, tool, key };
}

/** Takes the key for this call; when it was taken already, answers what was kept under it. */
async function claim(
  context: CallContext,
  place: Place,
  arguments_hash: string,
): Promise<string | null> {
  const expires_at = addMilliseconds(context.now, KEPT_MS);
  const claimed = await context.db
    .insertInto("idempotent_calls")
    .values({ ...place, arguments_hash, answer: "", expires_at })
    .onConflict((conflict) =>
      conflict
        .columns(["team_id", "credential_id", "tool", "key"])
        .doUpdateSet({ arguments_hash, expires_at })
        .where("idempotent_calls.expires_at", "<=", context.now),
    )
    .returning("key")
    .executeTakeFirst();
  if (claimed !== undefined) return null;
  const first = await context.db
    .selectFrom("idempotent_calls")
    .select(["arguments_hash", "answer"])
    .where((row) => row.and(place))
    .executeTakeFirstOrThrow();
  if (first.arguments_hash !== arguments_hash) throw reused(place);
  return first.answer;
}

function reused({ key, tool }: Place): Refusal {
  return new Refusal({
    code: "idempotency_key_reused",
    message: `The idempotency key ${JSON.stringify(key)} was used for ${tool} with other arguments`,
    next: "repeat those to have that answer again, or send another key for another intent",
  });
}

async function keep(context: CallContext, place: Place, answer: string): Promise<void> {
  await context.db
    .updateTable("idempotent_calls")
    .set({ answer })
    .where((row) => row.and(place))
    .execute();
}

async function giveBack(context: CallContext, place: Place): Promise<void> {
  await context.db
    .deleteFrom("idempotent_calls")
    .where((row) => row.and(place))
    .execute();
}

const Blocks = z.array(z.looseObject({}));

function textOf(output: unknown): string {
  return JSON.stringify(output instanceof Content ? output.blocks : output);
}

function outputOf({ outputSchema }: Tool<CallContext>, text: string): unknown {
  const output: unknown = JSON.parse(text);
  return outputSchema === null ? new Content(Blocks.parse(output)) : output;
}
