import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Exchange } from "./exchange.ts";
import { serveExchange } from "./node-exchange.ts";

/**
 * Serves an app to `node:http`. A plain `POST` to the MCP endpoint goes straight to its exchange. Everything else
 * goes through Hono, which also judges addresses and hosts that are unusual.
 * @param options.overrideGlobalObjects false leaves this process its own `Request` and `Response`
 */
export function listenerOf(
  { fetch, mcp }: { readonly fetch: Fetch; readonly mcp: Exchange },
  options: { readonly overrideGlobalObjects?: boolean } = {},
): RequestListener {
  const others = getRequestListener(fetch, options);
  return (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const isPlain = method === "POST" && isMcp(url) && PLAIN_HOST.test(headers.host ?? "");
    void (isPlain ? serveExchange(mcp, incoming, outgoing) : others(incoming, outgoing));
  };
}

/** Paths of the MCP endpoint; many people and clients end an address with a slash. */
export const MCP_PATHS = ["/mcp", "/mcp/"] as const;

function isMcp(url: string | undefined): boolean {
  return MCP_PATHS.some((path) => path === url);
}

const PLAIN_HOST = /^[a-z0-9._-]+(:\d{4,5})?$/;

type Fetch = Parameters<typeof getRequestListener>[0];
