import { shownIn } from "../../core/calendar.ts";
import { spoken } from "../../core/words.ts";
import type { EntryRow } from "./entry.ts";
import type { Project } from "./project.ts";

/** Tracked time as resources show it, to be read by people and models: short, and by the clock on their wall. */

/** An entry, with its times as the clocks showed them where its person was. */
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

/** An entry among those of other days and people. */
export function shownAmongOthers(row: EntryRow) {
  const person = { id: row.assigned_id, name: row.assigned_name };
  return { ...shownEntry(row), date: row.date, person };
}

/** A project with its total as it is said. */
export function shownProject(project: Project) {
  const { description, total_duration } = project;
  return { ...project, description: shortened(description), total: spoken(total_duration) };
}

/** A number of seconds, and as it is said. */
export function total(seconds: number) {
  return { total_duration: seconds, total: spoken(seconds) };
}

const LONGEST_DESCRIPTION = 200;

function shortened(text: string | null): string | null {
  if (text === null || text.length <= LONGEST_DESCRIPTION) return text;
  // Half of a letter that takes two units goes with the rest.
  return `${text.slice(0, LONGEST_DESCRIPTION).replace(/[\ud800-\udbff]$/, "")}…`;
}
