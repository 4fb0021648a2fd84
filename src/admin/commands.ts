import { appCommands } from "./apps.ts";
import { clientCommands } from "./clients.ts";
import type { Command } from "./command.ts";
import { databaseCommands } from "./database.ts";
import { doctor } from "./doctor.ts";
import { keyCommands } from "./keys.ts";
import { projectCommands } from "./projects.ts";
import { teamCommands } from "./teams.ts";
import { userCommands } from "./users.ts";

export const commands: readonly Command[] = [
  ...teamCommands,
  ...userCommands,
  ...keyCommands,
  ...clientCommands,
  ...appCommands,
  ...projectCommands,
  ...databaseCommands,
  doctor,
];
