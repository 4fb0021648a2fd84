import type { Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { categoriesResource } from "./categories-resource.ts";

export const categoryResources: readonly Resource<Context>[] = [categoriesResource];
