import { hash } from "node:crypto";
import { z } from "zod";

/** JSON text that is the same for equal values, in any order of their members (compare RFC 8785). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(
      Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  });
}

export const version = z.string().max(32);

export function versionOf(values: object): string {
  return hash("sha256", canonicalJson(values), "base64url").slice(0, 16);
}
