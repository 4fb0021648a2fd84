import { z } from "zod";
import type { Access } from "../accounts/scopes.ts";
import { isPassing } from "../core/errors.ts";
import { OpenStreams } from "../http/open-streams.ts";
import { type Call, type Method, endOfSubscription } from "./call.ts";
import { INVALID_PARAMS, INVALID_REQUEST, RpcError } from "./rpc.ts";

/** Of one key or app; and of one person with all their keys and apps, in all their teams. */
const MOST_OPEN = { credential: 10, person: 30 };

const Filter = z.object({ toolsListChanged: z.boolean().optional() });

/**
 * Tells a client when its list of tools changes (MCP 2026-07-28, basic/patterns/subscriptions): when
 * the team turns its switch for tools that delete, or the person's role changes. It follows the journal, so that
 * changes by other processes are noticed; the stream ends when its credential does.
 */
export function subscriptions(): Method {
  const [ofCredential, ofPerson] = [new OpenStreams(), new OpenStreams()];
  return async (call) => {
    const { credential, actor } = call.context;
    const id = credential.id ?? "";
    if (ofCredential.count(id) >= MOST_OPEN.credential)
      throw tooManyOpen(`This credential has ${MOST_OPEN.credential} subscriptions open already`);
    if (ofPerson.count(actor.id) >= MOST_OPEN.person)
      throw tooManyOpen(
        `This person has ${MOST_OPEN.person} subscriptions open already, with all their keys and apps`,
      );
    ofCredential.add(id, 1);
    ofPerson.add(actor.id, 1);
    try {
      await listen(call);
    } finally {
      ofCredential.add(id, -1);
      ofPerson.add(actor.id, -1);
    }
    return endOfSubscription(call.id);
  };
}

function tooManyOpen(message: string): RpcError {
  return new RpcError(INVALID_REQUEST, `${message}; close one first`, { status: 409 });
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
  call.whenGone(() => journal.close());
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

/** @returns "unknown" while the database is busy or away: the next poll decides */
async function lookAt(call: Pick<Call, "look">): Promise<Access | null | "unknown"> {
  try {
    return await call.look();
  } catch (error) {
    if (isPassing(error)) return "unknown";
    throw error;
  }
}
