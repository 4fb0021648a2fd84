import type { IncomingHttpHeaders } from "node:http";

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Freshness lifetime of a response in a shared cache, in milliseconds (RFC 9111 §4.2): at most a day;
 * an hour when the headers give none.
 * @param now time of the response, in milliseconds since 1970
 */
export function freshMsOf(headers: IncomingHttpHeaders, now: number): number {
  const directives = directivesOf(headers["cache-control"] ?? "");
  if (FORBIDDING.some((name) => directives.has(name)) || headers.vary?.includes("*")) return 0;
  const lifetime =
    secondsOf(directives.get("s-maxage")) ??
    secondsOf(directives.get("max-age")) ??
    untilExpiry(headers, now);
  if (lifetime === null) return HOUR * 1000;
  const age = /^\d+$/.test(headers.age ?? "") ? Number(headers.age) : 0;
  return Math.floor(Math.min(Math.max(lifetime - age, 0), DAY) * 1000);
}

/** Directives that keep a shared cache from reusing a response (RFC 9111 §5.2.2). */
const FORBIDDING = ["no-store", "no-cache", "private"];

/** Of repeated directives the first counts (RFC 9111 §4.2.1). */
function directivesOf(cacheControl: string): ReadonlyMap<string, string> {
  const found = [...cacheControl.matchAll(DIRECTIVE)].map(
    ([, name = "", quoted, plain = ""]): [string, string] => [name.toLowerCase(), quoted ?? plain],
  );
  return new Map(found.toReversed());
}

const DIRECTIVE = /([\w-]+)(?:=(?:"([^"]*)"|([^\s,"]*)))?/g;

/** Null for a missing value; 0 (stale) for an invalid one. */
function secondsOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  return /^\d+$/.test(value) ? Number(value) : 0;
}

function untilExpiry({ expires, date }: IncomingHttpHeaders, now: number): number | null {
  if (expires === undefined) return null;
  return ((momentOf(expires) ?? 0) - (momentOf(date) ?? now)) / 1000;
}

/** Accepts only the form of RFC 9110 §5.6.7, since `Date.parse` also accepts `0` and `2099`. */
function momentOf(date = ""): number | null {
  const moment = HTTP_DATE.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
