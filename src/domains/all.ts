import { customers } from "./customers/domain.ts";
import { projects } from "./projects/domain.ts";
import { tags } from "./tags/domain.ts";
import { team } from "./team/domain.ts";
import { timers } from "./timers/domain.ts";
import { timesheet } from "./timesheet/domain.ts";

/**
 * Every domain, in the order in which clients list its tools. A domain stands after those it refers to.
 * The list keeps the types of its routes, from which the web app's are made.
 */
export const domains = [team, customers, projects, timesheet, timers, tags] as const;
