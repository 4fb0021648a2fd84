import { Refused } from "../api.ts";

/** Place for a file: the inbox of receipts, the documents alone, or a payment. */
export type UploadTarget =
  | { readonly to: "inbox" | "documents" }
  | { readonly to: "transaction"; readonly id: string };

/** Answer of the server to a file. */
export type SentFile = {
  readonly document: { readonly id: string; readonly name: string };
  readonly item_id: string | null;
  readonly attachment_id: string | null;
  /** True for bytes that were there before. */
  readonly duplicate: boolean;
  /** True for a receipt that had been deleted. */
  readonly revived: boolean;
  readonly event: string | null;
  /** Sentences about the tax of the payment, where it got none of the file. */
  readonly notices?: readonly string[] | undefined;
};

export type UploadState =
  /** `why` is set while the server takes nothing, or cannot be reached. */
  | { readonly kind: "waiting"; readonly why: string | null }
  /** Share from 0 to 1. */
  | { readonly kind: "sending"; readonly share: number }
  | { readonly kind: "sent"; readonly sent: SentFile }
  | { readonly kind: "refused"; readonly why: string; readonly isFinal: boolean }
  | { readonly kind: "cancelled" };

export type QueuedFile = {
  readonly key: number;
  readonly file: File;
  readonly target: UploadTarget;
  readonly state: UploadState;
};

/** Thrown by a sender for a file that is to be sent again later. */
export class SendLater extends Error {
  readonly afterMs: number;

  constructor(why: string, afterMs: number) {
    super(why);
    this.name = "SendLater";
    this.afterMs = afterMs;
  }
}

type Progress = { readonly signal: AbortSignal; readonly onShare: (share: number) => void };

type Parts = {
  /** @throws SendLater, and Refused for a file that is not taken */
  readonly send: (file: File, target: UploadTarget, progress: Progress) => Promise<SentFile>;
  /** Ends early when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

const AT_ONCE = 2;

/** Files on their way to the server, two at a time, in the order in which they were chosen. */
export class UploadQueue {
  readonly #parts: Parts;
  readonly #listeners = new Set<() => void>();
  readonly #cancels = new Map<number, AbortController>();
  #files: readonly QueuedFile[] = [];
  #lastKey = 0;
  #lanes = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Another list after each change. */
  readonly read = (): readonly QueuedFile[] => this.#files;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @param refusedFor reason for which a file is not sent at all; null for one that is */
  add(
    files: readonly File[],
    target: UploadTarget,
    refusedFor: (file: File) => string | null = () => null,
  ): void {
    const added = files.map((file) => {
      this.#lastKey += 1;
      const why = refusedFor(file);
      const state: UploadState = why === null ? WAITING : { kind: "refused", why, isFinal: true };
      return { key: this.#lastKey, file, target, state };
    });
    this.#change([...this.#files, ...added]);
    this.#fill();
  }

  cancel(key: number): void {
    const state = this.#stateOf(key);
    if (state === undefined || !isOnItsWay(state)) return;
    this.#put(key, { kind: "cancelled" });
    this.#cancels.get(key)?.abort();
  }

  /** Sends a file again that was refused or cancelled. */
  retry(key: number): void {
    const state = this.#stateOf(key);
    if (state?.kind !== "refused" && state?.kind !== "cancelled") return;
    this.#put(key, WAITING);
    this.#fill();
  }

  /** Takes files off the list, but for those on their way. */
  clear(isMeant: (file: QueuedFile) => boolean): void {
    this.#change(this.#files.filter((file) => isOnItsWay(file.state) || !isMeant(file)));
  }

  #fill(): void {
    const free = Math.min(AT_ONCE - this.#lanes, this.#files.filter(isNext).length);
    for (let lane = 0; lane < free; lane += 1) void this.#sendNext();
  }

  async #sendNext(): Promise<void> {
    this.#lanes += 1;
    for (let next = this.#files.find(isNext); next; next = this.#files.find(isNext))
      await this.#send(next);
    this.#lanes -= 1;
  }

  async #send({ key, file, target }: QueuedFile): Promise<void> {
    const cancel = new AbortController();
    const { signal } = cancel;
    this.#cancels.set(key, cancel);
    const put = (state: UploadState) => {
      if (!signal.aborted) this.#put(key, state);
    };
    const onShare = (share: number) => put({ kind: "sending", share });
    let isDone = false;
    while (!isDone && !signal.aborted) {
      onShare(0);
      isDone = true;
      try {
        put({ kind: "sent", sent: await this.#parts.send(file, target, { signal, onShare }) });
      } catch (error) {
        if (error instanceof SendLater) {
          isDone = false;
          put({ kind: "waiting", why: error.message });
          await this.#parts.pause(error.afterMs, signal);
        } else put({ kind: "refused", ...reasonIn(error) });
        if (!(error instanceof SendLater || error instanceof Refused)) throwLater(error);
      }
    }
    if (this.#cancels.get(key) === cancel) this.#cancels.delete(key);
  }

  #stateOf(key: number): UploadState | undefined {
    return this.#files.find((file) => file.key === key)?.state;
  }

  #put(key: number, state: UploadState): void {
    this.#change(this.#files.map((file) => (file.key === key ? { ...file, state } : file)));
  }

  #change(files: readonly QueuedFile[]): void {
    this.#files = files;
    for (const listener of this.#listeners) listener();
  }
}

const WAITING: UploadState = { kind: "waiting", why: null };

function isNext({ state }: QueuedFile): boolean {
  return state.kind === "waiting" && state.why === null;
}

export function isOnItsWay({ kind }: UploadState): boolean {
  return kind === "waiting" || kind === "sending";
}

/** Refusals that the same bytes would meet again. */
const FINAL = new Set(["type_not_taken", "file_too_large", "empty"]);

function reasonIn(error: unknown): { readonly why: string; readonly isFinal: boolean } {
  if (!(error instanceof Refused)) return { why: "This page failed. Reload it.", isFinal: false };
  return { why: error.why, isFinal: FINAL.has(error.problem.code) };
}

/** Reports a bug as the browser does, without stopping the files behind it. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** `3 files stored, 1 was there already, 1 not taken`; empty without a file that has ended. */
export function endedWords(files: readonly QueuedFile[], done: string): string {
  const count = (isMeant: (state: UploadState) => boolean) =>
    files.filter(({ state }) => isMeant(state)).length;
  const there = count((state) => state.kind === "sent" && state.sent.duplicate);
  const fresh = count((state) => state.kind === "sent" && !state.sent.duplicate);
  const refused = count(({ kind }) => kind === "refused");
  const cancelled = count(({ kind }) => kind === "cancelled");
  const parts = [
    fresh === 0 ? "" : `${fresh === 1 ? "1 file" : `${fresh} files`} ${done}`,
    there === 0 ? "" : `${there} ${there === 1 ? "was" : "were"} there already`,
    refused === 0 ? "" : `${refused} not taken`,
    cancelled === 0 ? "" : `${cancelled} cancelled`,
  ];
  return parts.filter(Boolean).join(", ");
}
