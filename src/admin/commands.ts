import { appCommands } from "./apps.ts";
import { clientCommands } from "./clients.ts";
import type { Command } from "./command.ts";
import { databaseCommands } from "./database.ts";
import { doctor } from "./doctor.ts";
import { exportCommands } from "./exports.ts";
import { importCommands } from "./files.ts";
import { keyCommands } from "./keys.ts";
import { projectCommands } from "./projects.ts";
import { rateCommands } from "./rates.ts";
import { accountCommands } from "./records.ts";
import { teamCommands } from "./teams.ts";
import { userCommands } from "./users.ts";

export const commands: readonly Command[] = [
  ...teamCommands,
  ...userCommands,
  ...keyCommands,
  ...clientCommands,
  ...appCommands,
  ...projectCommands,
  ...accountCommands,
  ...rateCommands,
  ...importCommands,
  ...exportCommands,
  ...databaseCommands,
  doctor,
];
