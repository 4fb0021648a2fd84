import { clientCommands } from "./clients.ts";
import type { Command } from "./command.ts";
import { databaseCommands } from "./database.ts";
import { doctor } from "./doctor.ts";
import { fileCommands } from "./files.ts";
import { keyCommands } from "./keys.ts";
import { recordCommands } from "./records.ts";
import { teamCommands } from "./teams.ts";
import { userCommands } from "./users.ts";

export const commands: readonly Command[] = [
  ...teamCommands,
  ...userCommands,
  ...keyCommands,
  ...clientCommands,
  ...recordCommands,
  ...fileCommands,
  ...databaseCommands,
  doctor,
];
