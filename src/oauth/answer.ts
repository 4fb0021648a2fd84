import type { Context as Http } from "hono";
import type { Session } from "../accounts/sessions.ts";
import { Refusal } from "../core/errors.ts";
import type { Ground } from "../db/context.ts";
import { fieldOf, type Form } from "../http/form.ts";
import { PageProblem } from "../pages/problem.ts";
import { signedInForm } from "../pages/visitor.ts";
import { approve, deny, findAsked } from "./approvals.ts";
import { showConsent } from "./consent.ts";
import { goBack } from "./go-back.ts";
import type { OAuthParts } from "./parts.ts";

/** The answer to what an app asked for: Allow or Deny. */
export async function answer(parts: OAuthParts, http: Http): Promise<Response> {
  const { session, form } = await signedInForm(parts, http);
  const secret = fieldOf(form, "request") ?? "";
  const answered = { context: parts.ground(), session, secret, form };
  const decision = fieldOf(form, "decision");
  try {
    if (decision === "allow") return await allow(parts, http, answered);
    if (decision === "deny") return await turnAway(parts, answered);
  } catch (error) {
    if (error instanceof Refusal && error.path === "request") throw gone(error);
    throw error;
  }
  throw undecided();
}

type Answered = {
  readonly context: Ground;
  readonly session: Session;
  readonly secret: string;
  readonly form: Form;
};

/** What cannot be granted is asked again, with what was answered. */
async function allow(
  parts: OAuthParts,
  http: Http,
  { context, session, secret, form }: Answered,
): Promise<Response> {
  const teamId = fieldOf(form, "team") ?? "";
  const scopes = form.get("scope") ?? [];
  try {
    const { code, ...asked } = await approve(context, session, secret, { teamId, scopes });
    return goBack(parts.baseUrl, asked, [["code", code]]);
  } catch (error) {
    if (!(error instanceof Refusal) || error.path === "request") throw error;
    const asked = await findAsked(context, session, secret);
    const given = { ticked: scopes, teamId, problem: error.sentence };
    return showConsent(parts, http, context, { session, secret, search: null, asked, given });
  }
}

async function turnAway(
  parts: OAuthParts,
  { context, session, secret }: Answered,
): Promise<Response> {
  const asked = await deny(context, session, secret);
  return goBack(parts.baseUrl, asked, [
    ["error", "access_denied"],
    ["error_description", "The person did not allow it"],
  ]);
}

function undecided(): PageProblem {
  return new PageProblem({
    status: 400,
    title: "Neither allowed nor denied",
    message: "Nothing was done, because the form says neither Allow nor Deny.",
    next: "Go back and choose one of them.",
  });
}

function gone({ sentence }: Refusal): PageProblem {
  return new PageProblem({
    status: 403,
    title: "This request is over",
    message: `${sentence} Nothing more was allowed.`,
    next: "You can close this page.",
    link: { href: "/settings/developer", label: "See which apps are connected" },
  });
}
