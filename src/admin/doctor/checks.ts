import type { Check } from "./check.ts";
import { CLIENT_DOCUMENTS } from "./client-documents.ts";
import { CREDENTIALS } from "./credentials.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { JOBS } from "./jobs.ts";
import { METADATA } from "./metadata.ts";
import { RATES } from "./rates.ts";
import { REACH } from "./reach.ts";
import { SEALED_NUMBERS } from "./sealed-numbers.ts";
import { SURROUNDINGS } from "./surroundings.ts";
import { TOTALS } from "./totals.ts";

export const CHECKS: readonly Check[] = [
  ...REACH,
  ...METADATA,
  ...ENDPOINTS,
  ...CREDENTIALS,
  ...JOBS,
  ...TOTALS,
  ...RATES,
  ...SEALED_NUMBERS,
  ...CLIENT_DOCUMENTS,
  ...SURROUNDINGS,
];
