import type { OfTeam } from "../db/outbox.ts";
import type { JobName } from "../db/schema/outbox.ts";

/** Background work that is repeated until it succeeds, at least once for each time it was asked for. */
export type Job = {
  readonly name: JobName;
  /** Delays before the second attempt, the third and so on, each ± 20 %; after the last the job is dead. */
  readonly retriesMs: readonly number[];
  /**
   * Does the work for one subject. It must hold that an earlier attempt may have done all or part of it.
   * `isCancelled` turns true when the claim is lost; transactions are then undone.
   * @throws Failure when the outside world fails it; anything else thrown is logged as a bug
   */
  readonly run: (context: OfTeam, subjectId: string) => Promise<void>;
};

/** A job for each name, or null for one that this server cannot do: a forgotten one is a type error. */
export type Jobs = { readonly [Name in JobName]: (Job & { readonly name: Name }) | null };
