import { hash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "./canonical-json.ts";

/** Version of a record as it was read, for a record that has no time of its last change. */
export const version = z.string().max(32);

/** Same for the same values, whatever the order of the fields. */
export function versionOf(values: object): string {
  return hash("sha256", canonicalJson(values), "base64url").slice(0, 16);
}
