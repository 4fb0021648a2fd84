import { z } from "zod";
import { isSignedInMember } from "../accounts/membership.ts";
import type { Follower } from "../activity/journal-watch.ts";
import { events } from "../core/answer.ts";
import { Refusal } from "../core/errors.ts";
import { defineRoute } from "../core/route.ts";
import type { TeamContext } from "./route.ts";

const Told = z.strictObject({ type: z.enum(["listening", "changed"]) });

/**
 * Tells an open page when the team's records have changed; it then asks again for what it shows. The
 * first event says that the stream listens. The stream ends with the session or the membership,
 * and when the page is left.
 */
const changesRoute = defineRoute({
  path: "GET /api/teams/:team/changes",
  role: "member",
  input: z.strictObject({}),
  output: events(Told),
  example: () => ({}),
  handler: async (context: TeamContext) => changesOf(context),
});

/** A browser holds one stream; a person has few browsers. */
const MOST_OPEN = 20;

async function* changesOf({
  parts,
  team,
  session,
  actor,
  hasLeft,
}: TeamContext): AsyncIterable<z.output<typeof Told>> {
  const { streams } = parts;
  if (streams.count(actor.id) >= MOST_OPEN)
    throw new Refusal({
      code: "limit_reached",
      message: `You have ${MOST_OPEN} streams of changes open already`,
      next: "close a browser that shows this app",
    });
  let journal: Follower | null = null;
  streams.add(actor.id, 1);
  try {
    journal = await parts.journals.follow(team.id);
    yield { type: "listening" };
    while (await isSignedInMember(parts.baseContext(), { team: team.id, session: session.id })) {
      const hasGrown = await journal.grown();
      // Nothing ends a generator from outside while it waits for a change.
      if (parts.isStopping() || hasLeft()) return;
      if (hasGrown) yield { type: "changed" };
    }
  } finally {
    journal?.close();
    streams.add(actor.id, -1);
  }
}

export const changesRoutes = [changesRoute];
