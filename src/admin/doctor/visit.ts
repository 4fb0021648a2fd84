import type { Desk } from "../command.ts";
import { Unreachable } from "./unreachable.ts";

const LONGEST_MS = 10_000;

export type Visit = {
  readonly desk: Desk;
  readonly url: string;
  /** True when the server has these settings, so that its database is at hand. */
  readonly isOwn: boolean;
  readonly ask: (path: string, init?: RequestInit) => Promise<Answer>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly type: string;
  readonly text: string;
  readonly json: unknown;
};

export function visitOf(desk: Desk, url: string, baseUrl: string): Visit {
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const address = new URL(path, url);
    try {
      const response = await desk.fetch(address.href, {
        ...init,
        redirect: "manual",
        signal: AbortSignal.timeout(LONGEST_MS),
      });
      const { status, headers } = response;
      const text = await response.text();
      return { status, headers, type: headers.get("content-type") ?? "", text, json: jsonOf(text) };
    } catch (error) {
      throw new Unreachable(address, error);
    }
  };
  return { desk, url, isOwn: url === baseUrl, ask };
}

export function form(fields: Readonly<Record<string, string>>): RequestInit {
  return { method: "POST", body: new URLSearchParams(fields) };
}

export function jsonRequest(
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

export function describeAnswer({ status, headers, type, json }: Answer): string {
  const location = headers.get("location");
  if (location !== null && status >= 300 && status < 400) return `${status}, on to ${location}`;
  return `${status}${json === undefined && type.includes("html") ? " with a web page" : ""}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
