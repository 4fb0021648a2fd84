type FailureParts = {
  /** For people: a sentence without names of hosts or addresses. */
  readonly reason: string;
  /** Repeating cannot help. */
  readonly isFinal: boolean;
  /** For the log; without personal data. */
  readonly detail?: string;
};

/** An expected failure of the outside world, such as a mail server that is down. Anything else thrown is a bug. */
export class Failure extends Error {
  readonly isFinal: boolean;
  readonly detail: string | null;

  constructor({ reason, isFinal, detail }: FailureParts) {
    super(reason);
    this.name = "Failure";
    this.isFinal = isFinal;
    this.detail = detail ?? null;
  }
}
