import type { Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { todayResource, dayResource, weekResource, teamMonthResource } from "./time-resources.ts";

export const timesheetResources: readonly Resource<Context>[] = [
  todayResource,
  dayResource,
  weekResource,
  teamMonthResource,
];
