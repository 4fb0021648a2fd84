import type { Check } from "./check.ts";
import { CREDENTIALS } from "./credentials.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { METADATA } from "./metadata.ts";
import { REACH } from "./reach.ts";
import { SURROUNDINGS } from "./surroundings.ts";

/** In the order in which a person would look. */
export const CHECKS: readonly Check[] = [
  ...REACH,
  ...METADATA,
  ...ENDPOINTS,
  ...CREDENTIALS,
  ...SURROUNDINGS,
];
