import { z } from "zod";
import { countDeletion, holdRoom } from "../accounts/deletion-limit.ts";
import { recordRefusal } from "../activity/journal.ts";
import { toldEvent } from "../activity/told-event.ts";
import { Refusal } from "../core/errors.ts";
import { notices } from "../core/fields.ts";
import type { Tool } from "../core/tool.ts";
import { withUntrusted } from "../core/untrusted.ts";
import { transaction } from "../db/transaction.ts";
import { UNDO_DAYS } from "../shared/limits.ts";
import { instantOf } from "../shared/time.ts";
import type { CallContext, RequestState } from "./call.ts";
import { withEvent } from "./dry-run.ts";
import { InputRequired } from "./rpc.ts";

const CONFIRM = "confirm";

const Accepted = z.object({
  action: z.literal("accept"),
  content: z.object({ confirm: z.literal(true) }),
});
const Answered = z.object({ action: z.enum(["accept", "decline", "cancel"]) });

/**
 * Runs a tool; before it deletes, the user has to confirm. Clients without elicitation in form mode
 * are not asked: the team's switch and the credential decide, and the team's limit, if it has one.
 * @returns a Refusal when the user declines, or the limit is reached: thrown, it would roll its journal entry back
 * @throws InputRequired with the question
 */
export async function callConfirmed(
  tool: Tool<CallContext>,
  context: CallContext,
  given: unknown,
): Promise<unknown> {
  const { capabilities, inputResponses, state } = context.exchange;
  const { lossOf } = tool;
  const loss = lossOf === null || !asksByForm(capabilities) ? null : await lossOf(context, given);
  if (lossOf === null) return tool.call(context, given);
  if (loss === null) return deleted(tool, context, { given, isAgreed: false });
  const answer = inputResponses[CONFIRM];
  if (state === null || !Answered.safeParse(answer).success) throw ask(loss);
  if (!Accepted.safeParse(answer).success) return declined(context, state);
  return transaction(context, async (context) => {
    await spend(context, state);
    // The loss may have grown since the question: then it is asked again.
    const lossNow = await lossOf(context, given);
    if (lossNow !== null && state.value !== lossNow) throw ask(lossNow);
    return deleted(tool, context, { given, isAgreed: true });
  });
}

type Deleting = {
  readonly given: unknown;
  /** True when a person was asked. What nobody was asked about counts for the team's limit. */
  readonly isAgreed: boolean;
};

/**
 * Runs a deletion; its answer names what went, and where a person can undo it.
 * @returns a Refusal when the team's limit is reached: thrown, it would roll its journal entry back
 */
async function deleted(
  tool: Tool<CallContext>,
  context: CallContext,
  { given, isAgreed }: Deleting,
): Promise<unknown> {
  return transaction(context, async (context) => {
    const room = isAgreed ? null : await holdRoom(context);
    const refusal = room?.refusal ?? null;
    // A call that would delete nothing is answered all the same.
    if (refusal !== null && (await tool.lossOf?.(context, given)) !== null) {
      await recordRefusal(context, refusal.code);
      return refusal;
    }
    const { output, event } = await withEvent(context, async (context) =>
      Deletion.parse(await tool.call(context, given)),
    );
    if (event === null) return output;
    if (refusal !== null) throw refusal;
    if (room !== null) await countDeletion(context, event);
    const told = await toldEvent({ ...context, ...context.journal }, event);
    if (!told.canBeUndone) return output;
    const undo = `This ${told.deed}. A person can undo it for ${UNDO_DAYS} days at ${context.pageOf(event)}`;
    const answer = { ...output, notices: [...(output.notices ?? []), undo] };
    return told.isOfStrangers ? withUntrusted(answer, [...tool.untrusted, "notices"]) : answer;
  });
}

const Deletion = z.looseObject({ notices });

/** The state is the question itself, so that a yes counts for this question only. */
function ask(loss: string): InputRequired {
  return new InputRequired({ [CONFIRM]: question(loss) }, loss);
}

/** An empty capability means form mode (client/elicitation, Capabilities). */
function asksByForm(capabilities: CallContext["exchange"]["capabilities"]): boolean {
  const { data } = Elicitation.safeParse(capabilities["elicitation"]);
  return data !== undefined && (data.form !== undefined || data.url === undefined);
}

const Elicitation = z.object({ form: z.unknown().optional(), url: z.unknown().optional() });

function question(loss: string) {
  const confirm = { type: "boolean", title: "Yes, delete it", default: false };
  return {
    method: "elicitation/create",
    params: {
      mode: "form",
      message: loss,
      requestedSchema: { type: "object", properties: { confirm }, required: ["confirm"] },
    },
  };
}

/** Marks an answer as used, in the transaction of the deletion: it counts once. */
async function spend(context: CallContext, { nonce, expiresAt }: RequestState): Promise<void> {
  const teamId = context.team.id;
  const spent = await context.db
    .insertInto("spent_answers")
    .values({ team_id: teamId, nonce, expires_at: instantOf(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("nonce")
    .executeTakeFirst();
  if (spent !== undefined) return;
  throw new Refusal({
    code: "not_confirmed",
    message: "This answer has already been used",
    next: "check that the deletion was done, or call again without requestState to ask again",
  });
}

async function declined(context: CallContext, state: RequestState): Promise<Refusal> {
  const refusal = new Refusal({
    code: "not_confirmed",
    message: "The user did not agree to the deletion, so nothing was deleted",
    next: "do not try again unless the user asks for it",
  });
  await transaction(context, async (context) => {
    await spend(context, state);
    await recordRefusal(context, refusal.code);
  });
  return refusal;
}
