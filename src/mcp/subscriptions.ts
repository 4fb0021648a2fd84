import { z } from "zod";
import type { Access } from "../accounts/scopes.ts";
import { Refusal } from "../core/errors.ts";
import type { Call, Method } from "./call.ts";
import { endOfSubscription } from "./results.ts";
import { INVALID_PARAMS, INVALID_REQUEST, RpcError } from "./rpc.ts";

const MOST_OPEN = 10;

const Filter = z.object({ toolsListChanged: z.boolean().optional() });

/**
 * Tells a client when its list of tools changes (MCP 2026-07-28, basic/patterns/subscriptions): when
 * the team turns its switch for tools that delete, or the person's role changes. It polls, so that
 * changes by other processes are noticed; the stream ends when its credential does.
 */
export function subscriptions(): Method {
  const open = new Map<string, number>();
  return async (call) => {
    const id = call.context.credential.id ?? "";
    const others = open.get(id) ?? 0;
    if (others >= MOST_OPEN)
      throw new RpcError(
        INVALID_REQUEST,
        `This credential has ${MOST_OPEN} subscriptions open already; close one first`,
        { status: 409 },
      );
    open.set(id, others + 1);
    try {
      await listen(call);
    } finally {
      const left = (open.get(id) ?? 1) - 1;
      if (left > 0) open.set(id, left);
      else open.delete(id);
    }
    return endOfSubscription(call.id);
  };
}

async function listen({ id, params, access, context, exchange, ...call }: Call): Promise<void> {
  const { send } = exchange;
  if (send === null)
    throw new RpcError(
      INVALID_REQUEST,
      "A subscription is an event stream; send Accept: application/json, text/event-stream",
      { status: 406 },
    );
  const filter = Filter.safeParse(params["notifications"]);
  if (!filter.success)
    throw new RpcError(
      INVALID_PARAMS,
      'Invalid params: notifications must be an object, such as {"toolsListChanged":true}',
    );
  const toolsListChanged = filter.data.toolsListChanged ?? false;
  const notify = (method: string, fields: object) =>
    send({
      jsonrpc: "2.0",
      method: `notifications/${method}`,
      params: { _meta: { "io.modelcontextprotocol/subscriptionId": id }, ...fields },
    });

  notify("subscriptions/acknowledged", {
    notifications: toolsListChanged ? { toolsListChanged } : {},
  });
  let { tier } = access;
  const journal = await call.followJournal();
  try {
    for (;;) {
      const now = await lookAt(call);
      if (now === null) return;
      if (now !== "unknown") {
        if (now.tier !== tier && toolsListChanged) notify("tools/list_changed", {});
        tier = now.tier;
      }
      // Access may also have expired without a change.
      await journal.grown();
      if (context.isCancelled() || call.isStopping()) return;
    }
  } finally {
    journal.close();
  }
}

/** @returns "unknown" while the database is busy: the next poll decides */
async function lookAt(call: Pick<Call, "look">): Promise<Access | null | "unknown"> {
  try {
    return await call.look();
  } catch (error) {
    if (error instanceof Refusal && error.code === "busy") return "unknown";
    throw error;
  }
}
