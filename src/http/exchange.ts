import type { Unreadable } from "./body.ts";

export type ReadHeader = (name: string) => string | undefined;

export type HttpRequest = {
  readonly method: string;
  readonly header: ReadHeader;
  /** @param largest in bytes */
  readonly readText: (largest: number) => Promise<string | Unreadable>;
  readonly isGone: () => boolean;
  /** Calls a function when the answer is sent or the caller has gone. */
  readonly whenGone: (then: () => void) => void;
};

export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Framed | ReadableStream<Uint8Array> | null;
};

export type Exchange = (request: HttpRequest) => Promise<HttpAnswer>;

/** Text that is sent often, encoded once: Node encodes a string anew at each write. */
export class Encoded {
  readonly text: string;
  readonly bytes: Buffer;

  constructor(text: string) {
    this.text = text;
    this.bytes = Buffer.from(text);
  }
}

export class Framed {
  readonly start: string;
  readonly encoded: Encoded;
  readonly end: string;

  constructor(start: string, encoded: Encoded, end: string) {
    this.start = start;
    this.encoded = encoded;
    this.end = end;
  }

  get byteLength(): number {
    return Buffer.byteLength(this.start) + this.encoded.bytes.length + Buffer.byteLength(this.end);
  }

  get text(): string {
    return this.start + this.encoded.text + this.end;
  }
}

export function textIn(body: string | Framed): string {
  return typeof body === "string" ? body : body.text;
}
