import type { Domain } from "../domain.ts";
import { entrySubject } from "./journal.ts";
import { timesheetPrompts } from "./prompts.ts";
import { timesheetResources } from "./resources.ts";
import { timesheetRoutes } from "./routes.ts";
import { timesheetTools } from "./tools.ts";

export const timesheet = {
  tools: timesheetTools,
  routes: timesheetRoutes,
  prompts: timesheetPrompts,
  resources: timesheetResources,
  subjects: { tracker_entry: entrySubject },
} as const satisfies Domain;
