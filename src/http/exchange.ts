import type { Unreadable } from "./body.ts";
import type { Framed } from "./encoded.ts";

/** Reads a header by its name in lower case. */
export type ReadHeader = (name: string) => string | undefined;

/** Request of `node:http` or of the web, as a door sees it. */
export type HttpRequest = {
  readonly method: string;
  readonly header: ReadHeader;
  /** @param largest in bytes */
  readonly readText: (largest: number) => Promise<string | Unreadable>;
  /** True when the client disconnected before the response was sent. */
  readonly isGone: () => boolean;
};

/** Answer to it; null stands for no body. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Framed | ReadableStream<Uint8Array> | null;
};

export type Exchange = (request: HttpRequest) => Promise<HttpAnswer>;
