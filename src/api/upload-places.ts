import { Refusal } from "../core/errors.ts";

export type Sender = { readonly person: string; readonly team: string | null };

type Bounds = {
  /** Bytes of all bodies that are read or wait to be worked on. */
  readonly mostBytes: number;
  readonly mostBytesOfPerson: number;
  /** Files that are read, planned or written at once. Only one of them is large. */
  readonly atOnce: number;
  /** Files that go to the disk as they come, whose bytes are not counted. */
  readonly mostStreams: number;
  readonly mostStreamsOfPerson: number;
};

const BOUNDS: Bounds = {
  mostBytes: 128 * 2 ** 20,
  // The largest file is 32 MiB.
  mostBytesOfPerson: 40 * 2 ** 20,
  atOnce: 2,
  mostStreams: 60,
  mostStreamsOfPerson: 6,
};

/**
 * Bounds the memory that uploads take. The bytes of a body are counted before any of it is read. A file that was read
 * waits for its turn: teams come one after the other, and each person has one file that waits.
 */
export class UploadPlaces {
  readonly #bounds: Bounds;
  readonly #ofPerson = new Map<string, number>();
  #bytes = 0;
  /** Of persons, one for each stream. */
  #streams: readonly string[] = [];
  /** By team; the first is the next. */
  readonly #waiting = new Map<string, Waiting[]>();
  /** With true for a large file. */
  readonly #working = new Map<UploadPlace, boolean>();

  constructor(bounds: Bounds = BOUNDS) {
    this.#bounds = bounds;
  }

  get held() {
    const waiting = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
    return {
      bytes: this.#bytes,
      working: this.#working.size,
      waiting,
      streams: this.#streams.length,
    };
  }

  /** @throws Refusal `busy` before anything is read */
  take(sender: Sender, bytes: number): UploadPlace {
    const own = (this.#ofPerson.get(sender.person) ?? 0) + bytes;
    if (own > this.#bounds.mostBytesOfPerson) throw busyWith("You are sending other files");
    if (this.#bytes + bytes > this.#bounds.mostBytes)
      throw busyWith("The server is taking other files");
    this.#bytes += bytes;
    this.#ofPerson.set(sender.person, own);
    return new UploadPlace(this, { sender, bytes });
  }

  /** @throws Refusal `busy` before anything is read */
  stream({ person }: Sender): Place {
    const { mostStreams, mostStreamsOfPerson } = this.#bounds;
    if (this.#streams.filter((one) => one === person).length >= mostStreamsOfPerson)
      throw busyWith("You are sending other files");
    if (this.#streams.length >= mostStreams) throw busyWith("The server is taking other files");
    this.#streams = [...this.#streams, person];
    let isFree = false;
    const free = () => {
      if (!isFree) this.#streams = this.#streams.toSpliced(this.#streams.indexOf(person), 1);
      isFree = true;
    };
    return { free };
  }

  /** @throws Refusal `busy` for a second waiting file of a person */
  async turn(place: UploadPlace, isLarge: boolean, signal: AbortSignal): Promise<void> {
    const { person, team } = place.sent.sender;
    const others = [...this.#waiting.values()].flat();
    if (others.some((one) => one.place.sent.sender.person === person))
      throw busyWith("Another file of yours waits for its turn");
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<null>();
    const queue = this.#waiting.get(team ?? person) ?? [];
    this.#waiting.set(team ?? person, [...queue, { place, isLarge, start: () => resolve(null) }]);
    signal.addEventListener("abort", () => {
      this.#leave(place);
      resolve(null);
    });
    this.#startNext();
    await promise;
  }

  free(place: UploadPlace): void {
    const { sender, bytes } = place.sent;
    const own = (this.#ofPerson.get(sender.person) ?? 0) - bytes;
    if (own > 0) this.#ofPerson.set(sender.person, own);
    else this.#ofPerson.delete(sender.person);
    this.#bytes -= bytes;
    this.#leave(place);
    this.#working.delete(place);
    this.#startNext();
  }

  #leave(place: UploadPlace): void {
    for (const [team, queue] of this.#waiting) {
      const left = queue.filter((one) => one.place !== place);
      if (left.length === 0) this.#waiting.delete(team);
      else this.#waiting.set(team, left);
    }
  }

  #startNext(): void {
    for (const [team, queue] of this.#waiting) {
      if (this.#working.size >= this.#bounds.atOnce) return;
      const next = queue.find(({ isLarge }) => !isLarge || !this.#isLargeWorking());
      if (next === undefined) continue;
      this.#leave(next.place);
      const left = this.#waiting.get(team);
      this.#waiting.delete(team);
      // Behind the other teams, which the loop comes to first.
      if (left !== undefined) this.#waiting.set(team, left);
      this.#working.set(next.place, next.isLarge);
      next.start();
    }
  }

  #isLargeWorking(): boolean {
    return [...this.#working.values()].includes(true);
  }
}

type Waiting = {
  readonly place: UploadPlace;
  readonly isLarge: boolean;
  readonly start: () => void;
};

type SentFile = { readonly sender: Sender; readonly bytes: number };

/** Is freed once, however often it is told so. */
export type Place = { readonly free: () => void };

/** Bytes of one upload, and its turn. */
export class UploadPlace implements Place {
  readonly sent: SentFile;
  readonly #places: UploadPlaces;
  #isFree = false;

  constructor(places: UploadPlaces, sent: SentFile) {
    this.#places = places;
    this.sent = sent;
  }

  /** Returns early when the signal aborts. */
  async turn(isLarge: boolean, signal: AbortSignal): Promise<void> {
    await this.#places.turn(this, isLarge, signal);
  }

  free(): void {
    if (this.#isFree) return;
    this.#isFree = true;
    this.#places.free(this);
  }
}

function busyWith(message: string): Refusal {
  return new Refusal({
    code: "busy",
    message,
    next: "send the file again in a few seconds; nothing was done",
  });
}
