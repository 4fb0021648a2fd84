import type { z } from "zod";
import { type Member, mayAct, withArticle } from "../accounts/membership.ts";
import type { Session } from "../accounts/sessions.ts";
import type { Fields } from "../core/arguments.ts";
import { Refusal } from "../core/errors.ts";
import { ruleOf } from "../core/rules.ts";
import type { Context, Signed } from "../db/context.ts";
import type { Role } from "../db/schema.ts";
import type { ApiParts } from "./parts.ts";
import { InputProblem } from "./problem.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A method and a path, whose parameters begin with a colon. Both sides write it out as it is. */
type Address = `${Method} /api/${string}`;
type TeamAddress = `${Method} /api/teams/:team${string}`;

/** What every handler is given: who is signed in, and what the server is made of. */
type Visit = {
  readonly session: Session;
  readonly parts: ApiParts;
  /** What this session's requests carry, so that no other page can send them. */
  readonly csrf: string;
  /** Takes the cookie of the session back. */
  readonly forgetSession: () => void;
};

export type OwnContext = Omit<Signed, "team" | "actor"> & {
  readonly actor: { readonly id: string };
} & Visit;

export type TeamContext = Context & Visit;

type Definition<Path extends Address, Input extends Fields, Output extends z.ZodType, C> = {
  readonly path: Path;
  /** All that is given beside the team: parameters of the path, and the query or the body. */
  readonly input: Input;
  readonly output: Output;
  readonly handler: (context: C, input: z.output<Input>) => Promise<z.input<Output>>;
};

/** A route with its handler's types erased at the border; those of its wire stay, for the web app. */
type Typed<Path extends Address, Input extends Fields, Output extends z.ZodType> = {
  readonly path: Path;
  readonly input: Input;
  readonly output: Output;
};

/** A route about whoever is signed in. */
type OwnRoute<
  Path extends Address = Address,
  Input extends Fields = Fields,
  Output extends z.ZodType = z.ZodType,
> = Typed<Path, Input, Output> & {
  readonly role: null;
  readonly answer: (context: OwnContext, given: unknown) => Promise<unknown>;
};

/** A route about a team: the path says which, and for whoever is not in it there is none. */
type TeamRoute<
  Path extends TeamAddress = TeamAddress,
  Input extends Fields = Fields,
  Output extends z.ZodType = z.ZodType,
> = Typed<Path, Input, Output> & {
  readonly role: Role;
  readonly answer: (context: TeamContext, given: unknown) => Promise<unknown>;
};

export type Route = OwnRoute | TeamRoute;

export function defineOwnRoute<
  const Path extends Address,
  Input extends Fields,
  Output extends z.ZodType,
>(definition: Definition<Path, Input, Output, OwnContext>): OwnRoute<Path, Input, Output> {
  const { path, input, output, handler } = definition;
  const answer = async (context: OwnContext, given: unknown) =>
    output.parse(await handler(context, parsed(input, given)));
  return { path, input, output, role: null, answer };
}

/** @param definition with the least role that may use it */
export function defineRoute<
  const Path extends TeamAddress,
  Input extends Fields,
  Output extends z.ZodType,
>(
  definition: Definition<Path, Input, Output, TeamContext> & { readonly role: Role },
): TeamRoute<Path, Input, Output> {
  const { path, role, input, output, handler } = definition;
  const answer = async (context: TeamContext, given: unknown) => {
    requireRole(context.actor, role);
    return output.parse(await handler(context, parsed(input, given)));
  };
  return { path, input, output, role, answer };
}

/** @throws InputProblem that names every field at fault */
function parsed<Input extends Fields>(input: Input, given: unknown): z.output<Input> {
  const result = input.safeParse(given, { error: ruleOf });
  if (result.success) return result.data;
  throw new InputProblem(result.error.issues);
}

function requireRole(actor: Pick<Member, "role">, role: Role): void {
  if (mayAct(actor.role, role)) return;
  const who = role === "owner" ? "an owner" : "an owner or admin";
  throw new Refusal({
    code: "not_allowed",
    message: `Only ${who} of the team can do this, and you are ${withArticle(actor.role)}`,
    next: `ask ${who} of the team`,
  });
}
