import { z } from "zod";
import { isSignedInMember } from "../accounts/membership.ts";
import type { Follower } from "../activity/journal-watch.ts";
import { Refusal } from "../core/errors.ts";
import { instant } from "../core/fields.ts";
import { events, defineRoute } from "../core/route.ts";
import type { TeamContext } from "./route.ts";

const Told = z.discriminatedUnion("type", [
  /** `isBehind` is false when nothing has changed since the instant of the request. */
  z.strictObject({ type: z.literal("listening"), isBehind: z.boolean() }),
  /** `isOwn` is true when all changes were made in the session of the stream. */
  z.strictObject({ type: z.literal("changed"), isOwn: z.boolean() }),
]);

export type Told = z.output<typeof Told>;

/**
 * Tells an open page when the team's records have changed; it then asks again for what it shows. The
 * first event says that the stream listens. The stream ends with the session or the membership,
 * and when the page is left.
 */
const changesRoute = defineRoute({
  path: "GET /api/teams/:team/changes",
  role: "member",
  input: z.strictObject({ since: instant.optional() }),
  output: events(Told),
  example: () => ({}),
  handler: async (context: TeamContext, { since }) => changesOf(context, since),
});

/** A browser holds one stream; a person has few browsers. */
const MOST_OPEN = 20;

async function* changesOf(
  { parts, team, session, actor, hasLeft }: TeamContext,
  since: string | undefined,
): AsyncIterable<Told> {
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
    yield { type: "listening", isBehind: since === undefined || journal.hasEventsSince(since) };
    while (await isSignedInMember(parts.baseContext(), { team: team.id, session: session.id })) {
      const growth = await journal.grown();
      // Nothing ends a generator from outside while it waits for a change.
      if (parts.isStopping() || hasLeft()) return;
      if (growth === null) continue;
      const isOwn = growth.credentials?.every((id) => id === session.id) ?? false;
      yield { type: "changed", isOwn };
    }
  } finally {
    journal?.close();
    streams.add(actor.id, -1);
  }
}

export const changesRoutes = [changesRoute];
