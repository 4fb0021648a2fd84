import type { Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { projectsResource, projectResource } from "./project-resources.ts";

export const projectResources: readonly Resource<Context>[] = [projectsResource, projectResource];
