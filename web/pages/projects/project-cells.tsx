import { Status } from "../../components/status.tsx";
import { money } from "../../numbers.ts";
import type { Project } from "./project.ts";

/** In progress is the usual case, and is told without a mark. */
export function ProjectStatus({ project }: { readonly project: Project }) {
  return project.trackerStatus === "completed" ? (
    <Status tone="good">Completed</Status>
  ) : (
    <span className="text-ink2">In progress</span>
  );
}

/** An empty cell. */
export function None({ word = "none" }: { readonly word?: string }) {
  return (
    <span className="text-ink3">
      <span aria-hidden>–</span>
      <span className="sr-only">{word}</span>
    </span>
  );
}

/** Hourly rate of billable work, or a word. */
export function rateOf({ billable, rate_minor, currency }: Project): string {
  if (!billable) return "Not billable";
  return rate_minor === null || currency === null
    ? "Billable"
    : `${money(rate_minor, currency)} per hour`;
}

export function briefRateOf({ billable, rate_minor, currency }: Project): string {
  if (!billable) return "–";
  return rate_minor === null || currency === null ? "No rate" : money(rate_minor, currency);
}
