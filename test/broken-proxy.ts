import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { text } from "node:stream/consumers";
import type { Certificate } from "./certificate.ts";

export type ProxyAnswer = {
  status: number;
  headers: Map<string, string | readonly string[]>;
  body: string;
};

/** Proxy misconfigurations. */
export type Fault = {
  readonly onTheWay?: (headers: IncomingHttpHeaders) => void;
  readonly onTheWayBack?: (path: string, answer: ProxyAnswer) => void;
};

export type BrokenProxy = {
  readonly origin: string;
  /** Sets the server behind it, and its fault. */
  readonly standBefore: (target: string, fault?: Fault) => void;
  readonly close: () => Promise<void>;
};

/** Headers that the proxy sets itself. */
const FRAMING = new Set(["connection", "content-length", "keep-alive", "transfer-encoding"]);

/** Opens a proxy whose address is known before its server is; with TLS if given a certificate. */
export async function openBrokenProxy(certificate?: Certificate): Promise<BrokenProxy> {
  let target = "";
  let fault: Fault = {};
  const listener: Parameters<typeof createServer>[1] = (incoming, outgoing) => {
    const { url: path = "/", method, headers } = incoming;
    fault.onTheWay?.(headers);
    const forwarded = request(target + path, { method, headers });
    forwarded.once("error", () => outgoing.destroy());
    forwarded.once("response", (answer) => void answerWith(answer, path, outgoing));
    incoming.pipe(forwarded);
  };
  const answerWith = async (answer: IncomingMessage, path: string, outgoing: ServerResponse) => {
    const { statusCode: status = 500, headers } = answer;
    const fields = Object.entries(headers).filter(([name]) => !FRAMING.has(name));
    const changed = { status, headers: new Map(fields) as any, body: await text(answer) };
    fault.onTheWayBack?.(path, changed);
    outgoing.writeHead(changed.status, Object.fromEntries(changed.headers));
    outgoing.end(changed.body);
  };
  const server =
    certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  const scheme = certificate === undefined ? "http" : "https";
  return {
    origin: `${scheme}://127.0.0.1:${address.port}`,
    standBefore: (newTarget, newFault = {}) => {
      target = newTarget;
      fault = newFault;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
