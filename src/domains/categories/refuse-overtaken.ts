import { changedMeanwhile } from "../../core/errors.ts";
import { versionOf } from "../../core/version.ts";
import type { KnownCategory } from "./all-categories.ts";

/** @throws Refusal for a category that is no longer as it was seen */
export function refuseOvertaken(category: KnownCategory, seen: string | undefined): void {
  if (seen === undefined || seen === versionOf(category)) return;
  throw changedMeanwhile(
    "The category was changed meanwhile",
    "look at what changed, and save again; nothing was saved",
  );
}
