import { shownIn } from "../../shared/calendar.ts";
import { spoken } from "../../shared/words.ts";
import type { Project } from "../projects/project.ts";
import type { EntryRow } from "./entry.ts";

/** Tracked time as resources show it to people and models: short, in local time. */

/** An entry with its times in its person's time zone. */
export function shownEntry(row: EntryRow) {
  const shown = (instant: string | null) =>
    instant === null ? null : shownIn(row.time_zone, instant);
  return {
    id: row.id,
    start: shown(row.start),
    stop: shown(row.stop),
    duration: row.duration,
    description: shortened(row.description),
    project: { id: row.project_id, name: row.project_name },
  };
}

export function shownAmongOthers(row: EntryRow) {
  const person = { id: row.assigned_id, name: row.assigned_name };
  return { ...shownEntry(row), date: row.date, person };
}

export function shownProject(project: Project) {
  const { description, total_duration } = project;
  return { ...project, description: shortened(description), total: spoken(total_duration) };
}

export function total(seconds: number) {
  return { total_duration: seconds, total: spoken(seconds) };
}

const LONGEST_DESCRIPTION = 200;

function shortened(text: string | null): string | null {
  if (text === null || text.length <= LONGEST_DESCRIPTION) return text;
  // Drops half a surrogate pair at the cut.
  return `${text.slice(0, LONGEST_DESCRIPTION).replace(/[\ud800-\udbff]$/, "")}…`;
}
