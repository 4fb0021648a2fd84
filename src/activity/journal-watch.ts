import { setTimeout as pause } from "node:timers/promises";
import type { Sources } from "../db/context.ts";
import type { Db } from "../db/schema/schema.ts";
import { addMilliseconds, type Instant, instantOf } from "../shared/time.ts";

type Parts = Pick<Sources, "database" | "clock"> & {
  readonly report: (error: unknown) => void;
  readonly everyMs?: number;
  readonly quietMs?: number;
};

/** Follows one team's journal from the moment of the call on. */
export type Follower = {
  /**
   * Waits until the journal has grown since the last answer.
   * @returns null when it did not for some seconds, or when the watch has ended
   */
  readonly grown: () => Promise<Growth | null>;
  readonly hasEventsSince: (instant: Instant) => boolean;
  /** Ends a wait for growth too. */
  readonly close: () => void;
};

/** Credentials that wrote the new events; null where it is not known of all. */
export type Growth = { readonly credentials: readonly (string | null)[] | null };

type Followed = {
  end: End;
  readonly followers: Set<Following>;
};

type Following = {
  growth: Growth | null;
  wake: () => void;
  isClosed: boolean;
};

/** Newest event of a team's journal, and how many there are since some minutes before the look. */
type End = {
  readonly newest: string | null;
  readonly newestAt: Instant | null;
  readonly since: Instant;
  readonly recent: number;
};

const EVERY_MS = 500;
const QUIET_MS = 5000;
/** Longer than any transaction: an event may be committed after events that are younger. */
const RECENT_MS = 5 * 60_000;
/** Time by which an event may be committed after its own time, as pages are read. */
const OVERLAP_MS = 5000;

/**
 * Watches the journals of teams that somebody follows. One query for all of them, twice a second,
 * also finds what other processes wrote. On SQLite an unchanged file is not asked.
 */
export class JournalWatch {
  readonly #parts: Parts;
  readonly #followed = new Map<string, Followed>();
  #isLooking = false;
  #hasEnded = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async follow(teamId: string): Promise<Follower> {
    const end = (await this.#endsOf([teamId])).get(teamId) ?? nothingSince(this.#since());
    const followed = this.#followed.get(teamId) ?? { end, followers: new Set() };
    const following: Following = { growth: null, wake: () => {}, isClosed: false };
    followed.followers.add(following);
    this.#followed.set(teamId, followed);
    if (!this.#isLooking) void this.#look();
    const { quietMs = QUIET_MS } = this.#parts;
    return {
      grown: async () => {
        const isWaiting = following.growth === null && !this.#hasEnded && !following.isClosed;
        if (isWaiting) await change(following, quietMs);
        const { growth } = following;
        following.growth = null;
        return growth;
      },
      hasEventsSince: (instant) =>
        end.newestAt !== null && end.newestAt > addMilliseconds(instant, -OVERLAP_MS),
      close: () => {
        if (!followed.followers.delete(following)) return;
        if (followed.followers.size === 0) this.#followed.delete(teamId);
        following.isClosed = true;
        following.wake();
      },
    };
  }

  stop(): void {
    this.#hasEnded = true;
    for (const { followers } of this.#followed.values()) for (const { wake } of followers) wake();
  }

  async #look(): Promise<void> {
    const { database, report, everyMs = EVERY_MS } = this.#parts;
    this.#isLooking = true;
    let seen: number | null = null;
    while (this.#followed.size > 0 && !this.#hasEnded) {
      try {
        const version = database.version();
        if (database.dialect === "postgres" || version !== seen) await this.#lookOnce();
        seen = version;
      } catch (error) {
        report(error);
      }
      await pause(everyMs, undefined, { ref: false });
    }
    this.#isLooking = false;
  }

  async #lookOnce(): Promise<void> {
    for (const [teamId, end] of await this.#endsOf([...this.#followed.keys()])) {
      const followed = this.#followed.get(teamId);
      if (followed === undefined) continue;
      const { end: before } = followed;
      const hasGrown = end.newest !== before.newest || end.recent > before.recent;
      const growth = hasGrown ? await this.#growthOf(teamId, before) : null;
      followed.end = end;
      if (growth === null) continue;
      for (const following of followed.followers) {
        following.growth = together(following.growth, growth);
        following.wake();
      }
    }
  }

  #since(): Instant {
    return addMilliseconds(instantOf(this.#parts.clock()), -RECENT_MS);
  }

  async #growthOf(teamId: string, before: End): Promise<Growth> {
    const rows = await findSince(this.#parts.database.reader, teamId, before).execute();
    const counted = rows.reduce((sum, { all, fresh }) => sum + all - fresh, 0);
    // Otherwise an event was committed after younger ones, or in the same moment.
    const isWhole = counted === before.recent && rows.some(({ fresh }) => fresh > 0);
    const authors = rows.filter(({ fresh }) => fresh > 0);
    return { credentials: isWhole ? authors.map(({ credential_id }) => credential_id) : null };
  }

  async #endsOf(teamIds: readonly string[]): Promise<ReadonlyMap<string, End>> {
    const { database } = this.#parts;
    const since = this.#since();
    const rows = await findEnds(database.reader, teamIds, since).execute();
    return new Map(
      rows.map(({ id, newest, newestAt, recent }) => [
        id,
        { newest, newestAt, since, recent: recent ?? 0 },
      ]),
    );
  }
}

function nothingSince(since: Instant): End {
  return { newest: null, newestAt: null, since, recent: 0 };
}

function together(one: Growth | null, other: Growth): Growth {
  if (one === null) return other;
  if (one.credentials === null || other.credentials === null) return { credentials: null };
  return { credentials: [...one.credentials, ...other.credentials] };
}

async function change(following: Following, longestMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<null>();
  following.wake = () => resolve(null);
  const timer = setTimeout(following.wake, longestMs);
  timer.unref();
  await promise;
  clearTimeout(timer);
}

function findEnds(db: Db, teamIds: readonly string[], since: Instant) {
  return db
    .selectFrom("teams as team")
    .where("team.id", "in", teamIds)
    .select((team) => [
      "team.id",
      team
        .selectFrom("activity_events as event")
        .whereRef("event.team_id", "=", "team.id")
        .select("event.id")
        .orderBy("event.created_at", "desc")
        .orderBy("event.id", "desc")
        .limit(1)
        .as("newest"),
      team
        .selectFrom("activity_events as event")
        .whereRef("event.team_id", "=", "team.id")
        .select("event.created_at")
        .orderBy("event.created_at", "desc")
        .limit(1)
        .as("newestAt"),
      team
        .selectFrom("activity_events as event")
        .whereRef("event.team_id", "=", "team.id")
        .where("event.created_at", ">", since)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("recent"),
    ]);
}

function findSince(db: Db, teamId: string, { newestAt, since }: End) {
  return db
    .selectFrom("activity_events")
    .where("team_id", "=", teamId)
    .where("created_at", ">", since)
    .groupBy("credential_id")
    .select(({ fn, eb }) => [
      "credential_id",
      fn.countAll<number>().as("all"),
      fn
        .countAll<number>()
        .filterWhere(newestAt === null ? eb.lit(true) : eb("created_at", ">", newestAt))
        .as("fresh"),
    ]);
}
