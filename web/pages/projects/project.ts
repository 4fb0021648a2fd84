import type { Output } from "../../api.ts";
import { hours } from "../../numbers.ts";

export type Project = Output<"GET /api/teams/:team/projects">["items"][number];

export type Detail = Output<"GET /api/teams/:team/projects/:id">;

export const NEW_PROJECT = "add";
export const PROJECT_MENU = "project-menu";

/** Answers that a change of a project changes. */
export const PROJECT_CHANGES = [
  "GET /api/teams/:team/projects/:id",
  "GET /api/teams/:team/projects/time",
  "GET /api/teams/:team/projects/sums",
  "GET /api/teams/:team/activity",
] as const;

/** Estimated hours like tracked time: `40:00`, `2:30`. */
export function estimated(estimate: number): string {
  return hours(Math.round(estimate * 3600));
}

export function isOver({ estimate, total_duration }: Pick<Project, "estimate" | "total_duration">) {
  return estimate !== null && total_duration > estimate * 3600;
}
