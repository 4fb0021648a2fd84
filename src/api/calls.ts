import { z } from "zod";
import { ListCalls, listCalls } from "../accounts/logged-calls.ts";
import { Via, viasOf } from "../activity/event.ts";
import { REFUSALS } from "../core/errors.ts";
import { json, defineRoute } from "../core/route.ts";
import { Holder } from "./connections.ts";
import type { TeamContext } from "./route.ts";
import { subjects } from "./subjects.ts";

const Call = z.object({
  id: z.string(),
  at: z.string(),
  via: Via,
  holder: Holder,
  client: z.string().nullable(),
  /** Null for calls that were only counted, as are the columns below. */
  tool: z.string().nullable(),
  title: z.string().nullable(),
  outcome: z.enum(["done", "refused", "failed"]).nullable(),
  because: z.string().nullable(),
  rows: z.number().nullable(),
  milliseconds: z.number().nullable(),
  calls: z.number(),
});

type Row = Awaited<ReturnType<typeof listCalls>>["items"][number];

const list = defineRoute({
  path: "GET /api/teams/:team/calls",
  role: "member",
  input: ListCalls,
  output: json(
    z.object({
      isOn: z.boolean(),
      calls: z.array(Call),
      nextCursor: z.string().nullable(),
    }),
  ),
  example: () => ({}),
  handler: async (context: TeamContext, input) => {
    const { items, nextCursor } = await listCalls(context, input);
    const viaOf = await viasOf({ ...context, subjects }, items);
    const calls = items.map((row) => callShape(context, row, viaOf(row)));
    return { isOn: context.parts.logsCalls, calls, nextCursor };
  },
});

export const callRoutes = [list];

function callShape({ actor, parts }: TeamContext, row: Row, via: Via): z.input<typeof Call> {
  return {
    id: row.id,
    at: row.created_at,
    via,
    holder: { id: row.holder_id, name: row.holder_name, isYou: row.holder_id === actor.id },
    client: row.client_name,
    tool: row.tool,
    title: parts.tools.find(({ name }) => name === row.tool)?.title ?? row.tool,
    outcome: row.outcome,
    because: row.reason === null ? null : (REASONS.get(row.reason) ?? row.reason),
    rows: row.row_count,
    milliseconds: row.milliseconds,
    calls: row.calls,
  };
}

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...REFUSALS,
    // Wider than in the journal, which has refused deletions alone.
    tool_not_available: "it may not use this tool",
    cancelled: "it was cancelled",
    input_required: "its user had to be asked first",
    insufficient_scope: "the app lacked the scope",
    invalid_request: "the request was not valid",
  }),
);
