import type { Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { reportResource } from "./report-resource.ts";

export const reportResources: readonly Resource<Context>[] = [reportResource];
