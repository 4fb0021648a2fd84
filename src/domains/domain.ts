import type { Access } from "../accounts/scopes.ts";
import type { SharedSubject } from "../activity/subject.ts";
import type { Prompt } from "../core/prompt.ts";
import type { Resource } from "../core/resource.ts";
import type { Method, Route } from "../core/route.ts";
import type { Tool } from "../core/tool.ts";
import type { Context } from "../db/context.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { SharedSubjectType } from "../db/schema/activity.ts";

/** All doors of a domain, and what the journal tells of its records. */
export type Domain = {
  readonly tools: readonly Tool<Context>[];
  /** Routes about a team. Their handlers get the context that tools get, so that a verb serves both. */
  readonly routes: readonly Route<Context, Role, `${Method} /api/teams/:team${string}`>[];
  readonly prompts: readonly Prompt<Context>[];
  /** With the templates. A resource may tell the reader what their credential opens. */
  readonly resources: readonly Resource<Context & { readonly access: Access }>[];
  readonly subjects: Readonly<Partial<Record<SharedSubjectType, SharedSubject>>>;
};
