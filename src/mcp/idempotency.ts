import { hash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../core/canonical-json.ts";
import { Refusal } from "../core/errors.ts";
import type { Tool } from "../core/tool.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds } from "../shared/time.ts";
import type { Call, CallContext } from "./call.ts";
import { Content } from "./results.ts";
import { INVALID_PARAMS, RpcError } from "./rpc.ts";

const KEPT_MS = 24 * 60 * 60_000;

type Keyed = {
  readonly key: string | null;
  readonly tool: Tool<CallContext>;
  readonly given: unknown;
};

/**
 * Runs a call once for each key and credential; a repetition gets the stored answer. The key's row is
 * inserted first in the write's transaction, so a concurrent duplicate waits for it. An error rolls the
 * row back, and a Refusal deletes it: the key can then be used again.
 * @throws Refusal when the key was used for other arguments
 */
export async function once(
  context: CallContext,
  { key, tool, given }: Keyed,
  run: (context: CallContext) => Promise<unknown>,
): Promise<unknown> {
  if (key === null) return run(context);
  const rowKey = rowKeyOf(context, key);
  return transaction(context, async (context) => {
    const stored = await claim(context, rowKey, hash("sha256", canonicalJson(given ?? {})));
    if (stored !== null) return outputOf(tool, stored);
    const output = await run(context);
    if (output instanceof Refusal) await deleteRow(context, rowKey);
    else await storeAnswer(context, rowKey, textOf(output));
    return output;
  });
}

/**
 * Reads the key from the header, as an RFC 9651 String or unquoted
 * (draft-ietf-httpapi-idempotency-key-header §2.1), or from `_meta`, which works within a batch too.
 * @throws RpcError with status 400 when the key is malformed, or the two differ
 */
export function idempotencyKeyOf({
  header,
  params,
}: Pick<Call, "header" | "params">): string | null {
  const inHeader = header("idempotency-key");
  const { idempotencyKey: inMeta } = Meta.parse(params["_meta"]);
  const [key = null, other = key] = [
    ...(inHeader === undefined ? [] : [parseKey("Idempotency-Key", unquoted(inHeader))]),
    ...(inMeta === undefined ? [] : [parseKey("_meta.idempotencyKey", inMeta)]),
  ];
  if (key === other) return key;
  throw invalid("Idempotency-Key and _meta.idempotencyKey differ; send one of them");
}

const Meta = z.object({ idempotencyKey: z.unknown().optional() }).catch({});

/** No spaces: two headers, which Node joins with a comma and a space, are refused. */
const Key = z.string().regex(/^[\x21-\x7e]{1,255}$/);

function parseKey(name: string, value: unknown): string {
  const key = Key.safeParse(value);
  if (key.success) return key.data;
  throw invalid(
    `${name} must be text of 1 to 255 visible ASCII characters, without spaces; send for example a UUID, and the same one whenever you repeat the call`,
  );
}

function unquoted(header: string): string {
  const quoted = header.match(/^"((?:[^"\\]|\\["\\])*)"$/)?.[1];
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? header;
}

function invalid(message: string): RpcError {
  return new RpcError(INVALID_PARAMS, `Invalid params: ${message}`, { status: 400 });
}

type RowKey = ReturnType<typeof rowKeyOf>;

function rowKeyOf({ team, credential, tool }: CallContext, key: string) {
  if (credential.id === null) throw new Error(`a ${credential.kind} has no idempotency keys`);
  return { team_id: team.id, credential_id: credential.id, tool, key };
}

/** Inserts the key's row and returns null, or returns the answer stored under the key. */
async function claim(
  context: CallContext,
  rowKey: RowKey,
  arguments_hash: string,
): Promise<string | null> {
  const expires_at = addMilliseconds(context.now, KEPT_MS);
  const claimed = await context.db
    .insertInto("idempotent_calls")
    .values({ ...rowKey, arguments_hash, answer: "", expires_at })
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
    .where((row) => row.and(rowKey))
    .executeTakeFirstOrThrow();
  if (first.arguments_hash !== arguments_hash) throw reused(rowKey);
  return first.answer;
}

function reused({ key, tool }: RowKey): Refusal {
  return new Refusal({
    code: "idempotency_key_reused",
    message: `The idempotency key ${JSON.stringify(key)} was used for ${tool} with other arguments`,
    next: "repeat those arguments to get the first answer again, or send another key for another call",
  });
}

async function storeAnswer(context: CallContext, rowKey: RowKey, answer: string): Promise<void> {
  await context.db
    .updateTable("idempotent_calls")
    .set({ answer })
    .where((row) => row.and(rowKey))
    .execute();
}

async function deleteRow(context: CallContext, rowKey: RowKey): Promise<void> {
  await context.db
    .deleteFrom("idempotent_calls")
    .where((row) => row.and(rowKey))
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
