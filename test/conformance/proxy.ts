import { once } from "node:events";
import { createServer, request } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Fields } from "../mcp.ts";

export type Proxy = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Opens a proxy that adds a credential, since the suite has no option for one. All other headers,
 * including Host and Origin, pass unchanged; bodies are streamed.
 */
export async function openProxy(target: string, added: Fields): Promise<Proxy> {
  const { hostname, port, pathname } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const forwarded = request({
      hostname,
      port,
      path: incoming.url,
      method: incoming.method,
      headers: [...incoming.rawHeaders, ...Object.entries(added).flat()],
    });
    forwarded.once("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders).flushHeaders();
      pipeline(answer, outgoing).catch(() => outgoing.destroy());
    });
    forwarded.once("error", () => outgoing.destroy());
    // A client that disconnects early must disconnect from the server too.
    outgoing.once("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}${pathname}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
