import { hash } from "node:crypto";
import { z } from "zod";
import { type Access, type Gate, saidTogether } from "../accounts/scopes.ts";
import { recordRefusal } from "../activity/journal.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { Cancelled, Refusal } from "../core/errors.ts";
import type { Tier, Tool } from "../core/tool.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds } from "../shared/time.ts";
import {
  type Call,
  type CallContext,
  contextOf,
  type Method,
  loggedCall,
  toolError,
  toolResult,
  Content,
} from "./call.ts";
import { callConfirmed } from "./confirmation.ts";
import { dryRun, splitDryRun } from "./dry-run.ts";
import { checkParameterHeaders, mirroredParameters } from "./generations.ts";
import { includesTier } from "./lists.ts";
import { InputRequired, InsufficientScope, INVALID_PARAMS, RpcError } from "./rpc.ts";

/** `tools/call`. Errors that the caller can fix are tool results with `isError`, not protocol errors. */
export function callTool(tools: readonly Tool<CallContext>[]): Method {
  const byName = new Map(
    tools.map((tool) => [tool.name, { tool, mirrored: mirroredParameters(tool.inputSchema) }]),
  );
  return async (call) => {
    const { name } = call.params;
    const { generation } = call.caller;
    const logged = typeof name === "string" && byName.has(name) ? name : "tools/call";
    try {
      const output = await loggedCall(call, logged, async () => run(findTool(byName, name), call));
      return toolResult(generation, output);
    } catch (error) {
      if (error instanceof Refusal) return toolError(generation, error);
      if (endsCall(error)) throw error;
      return toolError(generation, internalError(call.report(error)));
    }
  };
}

type Entry = {
  readonly tool: Tool<CallContext>;
  readonly mirrored: ReturnType<typeof mirroredParameters>;
};

async function run({ tool, mirrored }: Entry, call: Call): Promise<unknown> {
  const context = contextOf(call, tool.name);
  let key: string | null = null;
  try {
    if (!includesTier(call.access.tier, tool.tier)) throw await refuseTool(context, tool);
    if (call.caller.generation === "modern")
      checkParameterHeaders(mirrored, call.params["arguments"], call.header);
    const { given, isDry } = splitDryRun(tool, call.params["arguments"]);
    if (isDry) return await dryRun(context, (context) => tool.call(context, given));
    key = tool.tier === "read" ? null : idempotencyKeyOf(call);
    const output = await once(context, { key, tool, given }, (context) =>
      callConfirmed(tool, context, given),
    );
    if (output instanceof Refusal) throw output;
    return output;
  } catch (error) {
    throw error instanceof Refusal ? withWayOut(error, key, call.access) : error;
  }
}

export function readsOnly(tools: readonly Tool<CallContext>[]): (message: unknown) => boolean {
  const reading = new Set<unknown>(
    tools.filter(({ tier }) => tier === "read").map(({ name }) => name),
  );
  return (message) => {
    const { data } = Called.safeParse(message);
    return data !== undefined && (data.method !== "tools/call" || reading.has(data.params?.name));
  };
}

const Called = z.object({
  method: z.string(),
  params: z.object({ name: z.unknown().optional() }).nullish(),
});

function endsCall(error: unknown): boolean {
  return error instanceof Cancelled || error instanceof InputRequired || error instanceof RpcError;
}

function findTool(entries: ReadonlyMap<string, Entry>, name: unknown): Entry {
  if (typeof name !== "string")
    throw new RpcError(INVALID_PARAMS, "Invalid params: name must be a string");
  const entry = entries.get(name);
  if (entry === undefined)
    throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name.slice(0, 100)}`);
  return entry;
}

/**
 * Lists the closed gates and how to open them. A refused deletion goes to the journal. An app whose
 * token lacks a scope gets a scope challenge (MCP 2026-07-28, authorization, Scope Challenge).
 */
async function refuseTool(
  context: CallContext,
  { name, tier, scope }: Tool<CallContext>,
): Promise<Refusal | InsufficientScope> {
  const gates = tier === "destructive" ? context.access.closedGates : [noScope(tier)];
  const { message, next } = saidTogether(gates);
  const refusal = new Refusal({
    code: "tool_not_available",
    message: `${name} is not available: ${message}`,
    next,
  });
  if (tier === "destructive") await recordRefusal(context, refusal.code);
  const isApp = context.credential.kind === "oauth_grant";
  const lacksScope = gates.some(({ of }) => of === "credential");
  // No challenge for a scope that a member cannot grant: asking them again would not help.
  const canBeGiven = !gates.some(({ of }) => of === "member");
  return isApp && lacksScope && canBeGiven
    ? new InsufficientScope(scope, refusal.sentence)
    : refusal;
}

function noScope(tier: Tier): Gate {
  return {
    of: "credential",
    message: `the credential holds no ${tier} scope`,
    next: `use a credential with a ${tier} scope`,
  };
}

/** A next step that the caller has the tools for. */
function withWayOut(refusal: Refusal, key: string | null, { tier }: Access): Refusal {
  const { code, path, message, next, nextByDeleting, cause } = refusal;
  if (nextByDeleting !== null && tier === "destructive")
    return new Refusal({ code, path, message, next: nextByDeleting, cause });
  if (code !== "outcome_unknown") return refusal;
  const way =
    key === null
      ? `${next}; a call with an idempotency key could be repeated safely`
      : "repeat the same call under the same idempotency key: it is done once at most, and the answer says how it ended";
  return new Refusal({ code, message, next: way, cause });
}

function internalError(reference: string): Refusal {
  return new Refusal({
    code: "internal_error",
    message: `The server failed on this call; the reference is ${reference}`,
    next: "check what has changed before you repeat it, and give the reference to the server's administrator",
  });
}

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
async function once(
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
function idempotencyKeyOf({ header, params }: Pick<Call, "header" | "params">): string | null {
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
