import type { Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { projectResource, projectsResource } from "./project-resources.ts";
import { dayResource, todayResource, weekResource } from "./time-resources.ts";

export const trackerResources: readonly Resource<Context>[] = [
  todayResource,
  projectsResource,
  dayResource,
  weekResource,
  projectResource,
];
