import type { Context as Http } from "hono";
import type { Session } from "../accounts/sessions.ts";
import { Refusal } from "../core/errors.ts";
import type { BaseContext } from "../db/context.ts";
import { fieldOf, type Form } from "../http/body.ts";
import { askedBaseUrl } from "../http/origin.ts";
import { PageProblem } from "../site/problem.ts";
import { signedInForm } from "../site/visitor.ts";
import { approve, deny } from "./approvals.ts";
import { showConsent } from "./consent.ts";
import { goBack } from "./go-back.ts";
import { findOpenRequest } from "./open-requests.ts";
import type { OAuthParts } from "./parts.ts";

export async function answer(parts: OAuthParts, http: Http): Promise<Response> {
  const { session, form } = await signedInForm(parts, http);
  const secret = fieldOf(form, "request") ?? "";
  const answered = { context: parts.baseContext(), session, secret, form };
  const decision = fieldOf(form, "decision");
  try {
    if (decision === "allow") return await allow(parts, http, answered);
    if (decision === "deny") return await turnAway(parts, http, answered);
  } catch (error) {
    if (error instanceof Refusal && error.path === "request") throw gone(error);
    throw error;
  }
  throw undecided();
}

type Answered = {
  readonly context: BaseContext;
  readonly session: Session;
  readonly secret: string;
  readonly form: Form;
};

async function allow(
  parts: OAuthParts,
  http: Http,
  { context, session, secret, form }: Answered,
): Promise<Response> {
  const teamId = fieldOf(form, "team") ?? "";
  const choice = fieldOf(form, "access") ?? "";
  try {
    const { code, ...asked } = await approve(context, session, secret, { teamId, choice });
    return goBack(askedBaseUrl(parts.baseUrl, http.req.header("host")), asked, [["code", code]]);
  } catch (error) {
    if (!(error instanceof Refusal) || error.path === "request") throw error;
    const asked = await findOpenRequest(context, session, secret);
    const refusedAnswer = { choice, teamId, problem: error.sentence };
    return showConsent(parts, http, context, {
      session,
      secret,
      search: null,
      asked,
      refusedAnswer,
    });
  }
}

async function turnAway(
  parts: OAuthParts,
  http: Http,
  { context, session, secret }: Answered,
): Promise<Response> {
  const asked = await deny(context, session, secret);
  return goBack(askedBaseUrl(parts.baseUrl, http.req.header("host")), asked, [
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
