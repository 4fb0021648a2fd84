import type { Context } from "../../db/context.ts";
import { findProjects, type FoundProject } from "./find-projects.ts";
import { noSuchProject } from "./project.ts";

/** The project; null if the team has none with that id. Each door shapes it. */
export async function getProject({ db, team }: Context, id: string): Promise<FoundProject | null> {
  const [project = null] = await findProjects(db, { team_id: team.id, id, rows: 1 });
  return project;
}

/** @throws Refusal if the team has none with that id */
export async function requireProject(context: Context, id: string): Promise<FoundProject> {
  const project = await getProject(context, id);
  if (project === null) throw noSuchProject(id);
  return project;
}
