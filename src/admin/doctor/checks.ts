import type { Check } from "./check.ts";
import { CLIENT_DOCUMENTS } from "./client-documents.ts";
import { CREDENTIALS } from "./credentials.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { JOBS } from "./jobs.ts";
import { METADATA } from "./metadata.ts";
import { REACH } from "./reach.ts";
import { SURROUNDINGS } from "./surroundings.ts";

export const CHECKS: readonly Check[] = [
  ...REACH,
  ...METADATA,
  ...ENDPOINTS,
  ...CREDENTIALS,
  ...JOBS,
  ...CLIENT_DOCUMENTS,
  ...SURROUNDINGS,
];
