import { z } from "zod";
import { recordRefusal } from "../activity/journal.ts";
import { Refusal } from "../core/errors.ts";
import type { Tool } from "../core/tool.ts";
import { transaction } from "../db/transaction.ts";
import { instantOf } from "../shared/time.ts";
import type { CallContext, RequestState } from "./call.ts";
import { InputRequired } from "./input-required.ts";

const CONFIRM = "confirm";

const Accepted = z.object({
  action: z.literal("accept"),
  content: z.object({ confirm: z.literal(true) }),
});
const Answered = z.object({ action: z.enum(["accept", "decline", "cancel"]) });

/**
 * Runs a tool; before it deletes, the user has to confirm. Clients without elicitation in form mode
 * are not asked: the team's switch and the credential decide alone.
 * @returns a Refusal when the user declines: thrown, it would roll its journal entry back
 * @throws InputRequired with the question
 */
export async function confirmed(
  tool: Tool<CallContext>,
  context: CallContext,
  given: unknown,
): Promise<unknown> {
  const { capabilities, inputResponses, state } = context.exchange;
  const { lossOf } = tool;
  const loss = lossOf === null || !asksByForm(capabilities) ? null : await lossOf(context, given);
  if (lossOf === null || loss === null) return tool.call(context, given);
  const answer = inputResponses[CONFIRM];
  if (state === null || !Answered.safeParse(answer).success) throw ask(loss);
  if (!Accepted.safeParse(answer).success) return declined(context, state);
  return transaction(context, async (context) => {
    await spend(context, state);
    // The loss may have grown since the question: then it is asked again.
    const lossNow = await lossOf(context, given);
    if (lossNow !== null && state.value !== lossNow) throw ask(lossNow);
    return tool.call(context, given);
  });
}

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
