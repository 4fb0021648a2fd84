import { z } from "zod";
import { label, uuid } from "../core/fields.ts";
import { createProject } from "../domains/projects/create-project.ts";
import { type Command, command, auditContext } from "./command.ts";
import { team, teamOf } from "./options.ts";

export const projectCommands: readonly Command[] = [
  command({
    name: "project:create",
    purpose: "Makes a tracker project.",
    event: { of: "tracker_project", did: "created" },
    database: "up to date",
    options: z.strictObject({
      team,
      name: label(200),
      customer: uuid.optional().describe("CUSTOMER_ID"),
    }),
    run: async ({ baseContext }, { team, name, customer }) => {
      const context = auditContext(baseContext, "project:create", await teamOf(baseContext, team));
      const { projectId } = await createProject(context, { name, customer_id: customer });
      return { projectId };
    },
  }),
];
