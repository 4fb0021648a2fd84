import { setTimeout as pause } from "node:timers/promises";
import type { Sources } from "../db/context.ts";
import type { Db } from "../db/schema/schema.ts";
import { addMilliseconds, type Instant, instantOf } from "../shared/time.ts";

type Parts = Pick<Sources, "database" | "clock"> & {
  /** Logs a failed look at the journals; the next look comes all the same. */
  readonly report: (error: unknown) => void;
  /** Interval of looks at the journals. */
  readonly everyMs?: number;
  /** Longest wait for a change. */
  readonly quietMs?: number;
};

/** Follows one team's journal from the moment of the call on. */
export type Follower = {
  /**
   * Waits until the journal has grown since the last answer.
   * @returns false when it did not for some seconds, or when the watch has ended
   */
  readonly grown: () => Promise<boolean>;
  readonly close: () => void;
};

type Followed = {
  end: End;
  /** Number of looks that found new events. */
  growths: number;
  followers: number;
  readonly waiting: Set<() => void>;
};

/** End of a team's journal: its newest event, and how many there are of the last minutes. */
type End = { readonly newest: string | null; readonly recent: number };

const EVERY_MS = 500;
const QUIET_MS = 5000;
/** Longer than any transaction: an event may be committed after events that are younger. */
const RECENT_MS = 5 * 60_000;

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
    const end = (await this.#endsOf([teamId])).get(teamId) ?? NOTHING;
    const followed = this.#followed.get(teamId) ?? newlyFollowed(end);
    followed.followers += 1;
    this.#followed.set(teamId, followed);
    if (!this.#isLooking) void this.#look();
    const { quietMs = QUIET_MS } = this.#parts;
    let seen = followed.growths;
    let isClosed = false;
    return {
      grown: async () => {
        if (followed.growths === seen && !this.#hasEnded) await change(followed, quietMs);
        const hasGrown = followed.growths !== seen;
        seen = followed.growths;
        return hasGrown;
      },
      close: () => {
        if (isClosed) return;
        isClosed = true;
        followed.followers -= 1;
        if (followed.followers === 0) this.#followed.delete(teamId);
      },
    };
  }

  /** Ends all waits, so that streams can end. */
  stop(): void {
    this.#hasEnded = true;
    for (const { waiting } of this.#followed.values()) for (const wake of waiting) wake();
  }

  /** Looks until nobody follows. */
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
      const hasGrown = end.newest !== followed.end.newest || end.recent > followed.end.recent;
      followed.end = end;
      if (!hasGrown) continue;
      followed.growths += 1;
      for (const wake of followed.waiting) wake();
    }
  }

  async #endsOf(teamIds: readonly string[]): Promise<ReadonlyMap<string, End>> {
    const { database, clock } = this.#parts;
    const since = addMilliseconds(instantOf(clock()), -RECENT_MS);
    const rows = await findEnds(database.reader, teamIds, since).execute();
    return new Map(rows.map(({ id, newest, recent }) => [id, { newest, recent: recent ?? 0 }]));
  }
}

const NOTHING: End = { newest: null, recent: 0 };

function newlyFollowed(end: End): Followed {
  return { end, growths: 0, followers: 0, waiting: new Set() };
}

/** Resolves when the journal has grown, or when the time is over. */
async function change({ waiting }: Followed, longestMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const wake = () => resolve(null);
  const timer = setTimeout(wake, longestMs);
  timer.unref();
  waiting.add(wake);
  await promise;
  waiting.delete(wake);
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
        .where("event.created_at", ">", since)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("recent"),
    ]);
}
