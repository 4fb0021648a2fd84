import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request, type RequestOptions } from "node:https";
import { type AddressInfo, isIP, type LookupFunction } from "node:net";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { Outside } from "../src/http/outside.ts";
import { selfSigned } from "./certificate.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const PUBLIC = "93.184.216.34";
const CERTIFIED = ["app.example", "App.example", "literal.example", "claude.ai"];

/**
 * Real https server on this machine in place of the internet: `names` is its DNS, and connections
 * to any looked-up address end here.
 */
export class Internet {
  /** A function may answer differently each time, or delay the answer. */
  names: Record<string, readonly string[] | (() => Promise<readonly string[]>)> = {
    "app.example": [PUBLIC],
    "elsewhere.example": [PUBLIC],
  };
  answer: Handler = (_, response) => response.end();
  /** True if the server's certificate is trusted. */
  isCertified = true;
  readonly lookups: string[] = [];
  /** Allowed addresses of each connection. */
  readonly connections: (readonly string[])[] = [];
  readonly options: RequestOptions[] = [];
  readonly requests: IncomingMessage[] = [];
  readonly #certificate = selfSigned(CERTIFIED);
  readonly #server = createServer(this.#certificate, (request, response) => {
    this.requests.push(request);
    this.answer(request, response);
  });

  async open(): Promise<void> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  get outside(): Outside {
    return { resolve: (host) => this.#resolve(host), request: (options) => this.#request(options) };
  }

  /** Resolves when no connection is open. */
  async isQuiet(): Promise<void> {
    const count = promisify(this.#server.getConnections.bind(this.#server));
    while ((await count()) > 0) await setTimeout(5);
  }

  async #resolve(host: string): Promise<readonly string[]> {
    this.lookups.push(host);
    const found = this.names[host];
    if (found === undefined) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
    return typeof found === "function" ? found() : found;
  }

  #request(options: RequestOptions) {
    this.options.push(options);
    const { port } = this.#server.address() as AddressInfo;
    const ca = this.isCertified ? { ca: this.#certificate.cert } : {};
    const literal = isIP(options.hostname ?? "") === 0 ? undefined : (options.hostname ?? "");
    const lookup: LookupFunction = (_host, { all }, callback) =>
      all ? callback(null, [{ address: literal ?? "", family: 4 }]) : callback(null, literal ?? "");
    return request({
      ...options,
      hostname: literal === undefined ? options.hostname : "app.example",
      port,
      defaultPort: port,
      ...ca,
      lookup: this.#divert(literal === undefined ? options.lookup : lookup),
    });
  }

  #divert(lookup: LookupFunction | undefined): LookupFunction {
    return (host, options, callback) =>
      lookup?.(host, options, (error, found) => {
        const list = typeof found === "string" ? [{ address: found }] : found;
        this.connections.push(list.map(({ address }) => address));
        const here = { address: "127.0.0.1", family: 4 };
        if (options.all) callback(error, [here]);
        else callback(error, here.address, here.family);
      });
  }
}
