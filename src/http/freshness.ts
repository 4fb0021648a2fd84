import type { IncomingHttpHeaders } from "node:http";

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Milliseconds for which an answer may be used again by a cache that many share (RFC 9111 §4.2): what
 * its headers say, a day at most; an hour when they say nothing.
 * @param now when it came
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

/** What takes a shared cache its right to answer by itself (RFC 9111 §5.2.2). */
const FORBIDDING = ["no-store", "no-cache", "private"];

/** The first of each name counts (RFC 9111 §4.2.1). */
function directivesOf(cacheControl: string): ReadonlyMap<string, string> {
  const found = [...cacheControl.matchAll(DIRECTIVE)].map(
    ([, name = "", quoted, plain = ""]): [string, string] => [name.toLowerCase(), quoted ?? plain],
  );
  return new Map(found.toReversed());
}

const DIRECTIVE = /([\w-]+)(?:=(?:"([^"]*)"|([^\s,"]*)))?/g;

/** Null when nothing is said; nonsense counts as stale. */
function secondsOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  return /^\d+$/.test(value) ? Number(value) : 0;
}

function untilExpiry({ expires, date }: IncomingHttpHeaders, now: number): number | null {
  if (expires === undefined) return null;
  return ((momentOf(expires) ?? 0) - (momentOf(date) ?? now)) / 1000;
}

/** Only the form of RFC 9110 §5.6.7: the parser also takes `0` and `2099` for years. */
function momentOf(date = ""): number | null {
  const moment = HTTP_DATE.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
