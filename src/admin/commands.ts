import type { Command } from "./command.ts";
import { databaseCommands } from "./database.ts";
import { keyCommands } from "./keys.ts";
import { projectCommands } from "./projects.ts";
import { teamCommands } from "./teams.ts";
import { userCommands } from "./users.ts";

export const commands: readonly Command[] = [
  ...teamCommands,
  ...userCommands,
  ...keyCommands,
  ...projectCommands,
  ...databaseCommands,
];
