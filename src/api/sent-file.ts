import { isLargeFile } from "../core/file-thread.ts";
import type { Upload } from "../core/route.ts";
import { isAborted } from "../http/body.ts";
import { ApiProblem, connectionClosed } from "./problem.ts";
import type { Place, Sender, UploadPlaces } from "./upload-places.ts";

type Sent = {
  readonly request: Request;
  /** Media types without parameters; null for any, where the bytes alone decide. */
  readonly types: readonly string[] | null;
  /** Bytes. */
  readonly largest: number;
  readonly sender: Sender;
  readonly places: UploadPlaces;
};

/** The body of an upload. It has a place from before it is read until it is freed. */
export class SentFile implements Upload {
  readonly type: string;
  readonly length: number | null;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly #sent: Sent;
  #place: Place | null = null;

  /** @throws ApiProblem for another type, and for a length that is too large */
  constructor(sent: Sent) {
    this.#sent = sent;
    this.type = typeOf(sent);
    this.length = lengthOf(sent);
    this.chunks = { [Symbol.asyncIterator]: () => this.#streamed() };
  }

  readonly bytes = async (): Promise<Uint8Array> => {
    const { request, sender, places, largest } = this.#sent;
    const size = this.length ?? largest;
    const place = places.take(sender, size);
    this.#hold(place);
    // Put into one array as they come, so that the body is in memory once.
    const whole = new Uint8Array(size);
    let read = 0;
    for await (const chunk of this.#read(size)) {
      whole.set(chunk, read);
      read += chunk.byteLength;
    }
    const bytes = whole.subarray(0, read);
    await place.turn(isLargeFile(bytes), request.signal);
    if (request.signal.aborted) throw connectionClosed();
    return bytes;
  };

  free(): void {
    this.#place?.free();
  }

  async *#streamed(): AsyncGenerator<Uint8Array, void> {
    const { sender, places, largest } = this.#sent;
    this.#hold(places.stream(sender));
    yield* this.#read(largest);
  }

  #hold(place: Place): void {
    if (this.#place !== null) throw new Error("a body is read once");
    this.#place = place;
  }

  /** @throws ApiProblem for a body that is too large, or that its client broke off */
  async *#read(most: number): AsyncGenerator<Uint8Array, void> {
    const { request, largest } = this.#sent;
    const body: AsyncIterable<Uint8Array> | null = request.body;
    let read = 0;
    try {
      for await (const chunk of body ?? []) {
        read += chunk.byteLength;
        if (read > most) throw tooLarge(largest);
        yield chunk;
      }
    } catch (error) {
      if (!isAborted(error)) throw error;
      throw connectionClosed();
    }
    if (request.signal.aborted || (this.length ?? read) > read) throw connectionClosed();
  }
}

function typeOf({ request, types }: Sent): string {
  const [given = ""] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  if (types !== null && !types.includes(given.trim())) throw notTaken(types);
  return given.trim();
}

function lengthOf({ request, largest }: Sent): number | null {
  const told = request.headers.get("content-length");
  if (told === null) return null;
  if (Number(told) > largest) throw tooLarge(largest);
  return Number(told);
}

function notTaken(types: readonly string[]): ApiProblem {
  return new ApiProblem({
    status: 415,
    code: "type_not_taken",
    title: "Files of this type are not taken here.",
    detail: `Nothing was done; send ${types.join(" or ")}.`,
  });
}

function tooLarge(largest: number): ApiProblem {
  const problem = {
    status: 413,
    code: "file_too_large",
    title: `The file is larger than ${mebibytesOf(largest)}.`,
    detail: "Nothing was done; choose a smaller file.",
  };
  // The rest of the body is not read, so nothing else can follow on this connection.
  return new ApiProblem(problem, { Connection: "close" });
}

function mebibytesOf(bytes: number): string {
  const mebibytes = bytes / 2 ** 20;
  return mebibytes >= 1 ? `${Number(mebibytes.toFixed(1))} MiB` : `${bytes} bytes`;
}
