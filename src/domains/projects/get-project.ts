import { noticesOf } from "../../core/notices.ts";
import type { Context } from "../../db/context.ts";
import { shownAmongOthers, shownProject } from "../timesheet/entry.ts";
import { findEntries } from "../timesheet/list-entries.ts";
import { findProjects, projectOf } from "./find-projects.ts";

const MOST_ENTRIES = 20;

/** A project with everybody's latest entries; null if the team has none with that id. */
export async function getProject(context: Context, id: string): Promise<object | null> {
  const { db, team } = context;
  const [project] = await findProjects(db, { team_id: team.id, id, rows: 1 });
  if (project === undefined) return null;
  const only = { team_id: team.id, project_id: id };
  const rows = await findEntries(db, { ...only, rows: MOST_ENTRIES + 1 });
  const entries = rows.slice(0, MOST_ENTRIES);
  const more = `There are more entries than the newest ${MOST_ENTRIES}; tracker_list_entries with project_id ${id} and assigned_id null has all.`;
  return {
    project: shownProject(projectOf(project)),
    recent_entries: entries.map(shownAmongOthers),
    ...noticesOf(rows.length > entries.length ? [more] : []),
  };
}
