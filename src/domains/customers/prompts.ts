import type { Prompt } from "../../core/prompt.ts";
import type { Context } from "../../db/context.ts";
import { briefMeOnACustomer } from "./brief-me-on-a-customer.ts";

export const customerPrompts: readonly Prompt<Context>[] = [briefMeOnACustomer];
