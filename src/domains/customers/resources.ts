import type { Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { customerResource } from "./customer-resource.ts";

export const customerResources: readonly Resource<Context>[] = [customerResource];
