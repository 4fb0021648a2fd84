import { z } from "zod";
import { parseArguments } from "../../core/arguments.ts";
import { completionOf, findNamed, reference } from "../../core/naming.ts";
import { jsonContents, type Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { activeProjects } from "./active-projects.ts";
import { getProject } from "./get-project.ts";
import { projectNames } from "./project-names.ts";

const MIME_TYPE = "application/json";

export const projectsResource: Resource<Context> = {
  uri: "ledgerport://projects",
  name: "projects",
  title: "Projects in progress",
  tier: "read",
  description:
    "The team's projects in progress, newest first, each with its id, customer, hourly rate and tracked time.",
  mimeType: MIME_TYPE,
  read: async (context) => jsonContents(context, await activeProjects(context)),
};

const Project = z.strictObject({ project: reference });

export const projectResource: Resource<Context> = {
  uri: "ledgerport://projects/{project}",
  name: "project",
  title: "Project",
  tier: "read",
  description:
    "A project by its id or its whole name: customer, estimate, hourly rate, tracked time, and the newest entries of everybody.",
  mimeType: MIME_TYPE,
  completions: { project: completionOf(projectNames) },
  read: async (context, variables) => {
    const { project } = parseArguments(Project, variables);
    const found = await findNamed(context, projectNames, project);
    const contents = found === null ? null : await getProject(context, found.id);
    return contents === null ? null : jsonContents(context, contents);
  },
};
