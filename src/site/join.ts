import { type Context as Http, Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { findInvited, type Invited, type Link, join, joinAsNew } from "../accounts/join.ts";
import { memberRole } from "../accounts/members.ts";
import { withArticle } from "../accounts/membership.ts";
import { findSession, type Session, signIn } from "../accounts/sessions.ts";
import { emailKey } from "../accounts/users.ts";
import { Refusal } from "../core/errors.ts";
import { label } from "../core/fields.ts";
import type { Role } from "../db/schema/accounts.ts";
import { fieldOf, type Form } from "../http/body.ts";
import { type Attempts, limitedAttempts } from "../http/rate-limit.ts";
import { isTimeZone } from "../shared/time.ts";
import {
  formProblems,
  hidden,
  input,
  newPassword,
  problemSummary,
  select,
  timeZoneOptionTags,
} from "./fields.ts";
import { type Html, layout, actions, given, moment } from "./layout.ts";
import { PageProblem } from "./problem.ts";
import { sendPage } from "./send-page.ts";
import {
  isKnownBrowser,
  rememberBrowser,
  accountOf,
  type SignInAttempts,
  tooMany,
} from "./sign-in.ts";
import type { SiteParts } from "./site.ts";
import { csrfToken, keepSession, ownForm, visitorSession, signedInForm } from "./visitor.ts";

/** Of forms from one address: each may cost a password hash. */
const LIMIT = { limit: 50, seconds: 15 * 60 };

export function joinRoutes(parts: SiteParts, signIns: SignInAttempts): Hono {
  const attempts = { forms: limitedAttempts(parts.counters("join", LIMIT), LIMIT), signIns };
  return new Hono()
    .get("/join", async (http) => {
      const session = await visitorSession(parts, http);
      const visit = await visitOf(parts, http.req.query("token") ?? "", session);
      return show(parts, http, visit, 200);
    })
    .post("/join", async (http) => {
      const session = await visitorSession(parts, http);
      const form =
        session === null ? await ownForm(parts, http) : (await signedInForm(parts, http)).form;
      const visit = await visitOf(parts, fieldOf(form, "token") ?? "", session);
      if (session === null) return openAccount(parts, attempts, http, visit, form);
      if (!isFor(visit.invited, session)) return show(parts, http, visit, 409);
      return joinAs(parts, http, visit, session);
    });
}

type Visit = {
  readonly link: Link;
  readonly invited: Invited;
  readonly session: Session | null;
  readonly isMember: boolean;
};

async function visitOf(parts: SiteParts, token: string, session: Session | null): Promise<Visit> {
  const link = { token, secret: parts.secret };
  const context = parts.baseContext();
  const invited = await findInvited(context, link);
  if (invited === null) throw closed();
  const isInvited = session !== null && isFor(invited, session);
  const role = isInvited ? await memberRole(context, invited.teamId, session.user.id) : null;
  return { link, invited, session, isMember: role !== null };
}

/**
 * Makes the account and joins. An address that has an account joins with it when the password is its
 * own; it is a try at that password, and counted as one.
 */
async function openAccount(
  parts: SiteParts,
  attempts: { readonly forms: Attempts; readonly signIns: SignInAttempts },
  http: Http,
  visit: Visit,
  form: Form,
): Promise<Response> {
  const address = parts.addressOf(http);
  const wait = await attempts.forms.begin(address);
  if (wait !== null) throw slowDown(wait);
  const values = valuesOf(form);
  const given = JoinForm.safeParse(values);
  const password = form.get("password")?.[0] ?? "";
  const problems = formProblems(NAMES, given.error, password);
  if (!given.success || Object.keys(problems).length > 0)
    return show(parts, http, visit, 422, { values, problems });
  const { name, time_zone: timeZone } = given.data;
  const { email } = visit.invited;
  const account = accountOf(email);
  const from = { address, isKnown: isKnownBrowser(parts, http, account) };
  const pause = await attempts.signIns.begin(account, from);
  if (pause !== null) throw slowDown(pause);
  const device = http.req.header("user-agent") ?? "";
  const welcome = async (secret: string) => {
    await attempts.forms.succeeded(address);
    await attempts.signIns.succeeded(account, from);
    keepSession(parts, http, secret);
    rememberBrowser(parts, http, account);
  };
  return orAsItIs(parts, http, visit, async () => {
    const newAccount = { name, password, timeZone, device };
    const made = await joinAsNew(parts.baseContext(), visit.link, newAccount);
    if (made !== null) {
      await welcome(made);
      return http.redirect("/", 303);
    }
    const secret = await signIn(parts.baseContext(), { email, password, device, replaced: null });
    if (secret === null) {
      parts.log.warn({ address, status: 401 }, "a sign-in was refused");
      return show(parts, http, visit, 401, { values, problems: { password: NOT_OPENED } });
    }
    await welcome(secret);
    return joinAs(parts, http, visit, await findSession(parts.baseContext(), secret));
  });
}

const NOT_OPENED =
  "No account was made. If you have one on this server, type its password; whoever runs the server can set a new one.";

async function joinAs(parts: SiteParts, http: Http, visit: Visit, session: Session | null) {
  return orAsItIs(parts, http, { ...visit, session }, async () => {
    if (session !== null) await join(parts.baseContext(), visit.link, session);
    return http.redirect("/", 303);
  });
}

/** Shows the current page when another request was faster. */
async function orAsItIs(
  parts: SiteParts,
  http: Http,
  { link, session }: Visit,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || (error.path !== "token" && error.path !== "email"))
      throw error;
    return show(parts, http, await visitOf(parts, link.token, session), 409);
  }
}

const JoinForm = z.object({
  name: label(100),
  time_zone: z.string().refine(isTimeZone, "must be a time zone of the list"),
});

function valuesOf(form: Form): JoinValues {
  return { name: fieldOf(form, "name") ?? "", time_zone: fieldOf(form, "time_zone") ?? "" };
}

const NAMES: Readonly<Record<string, string>> = { name: "Your name", time_zone: "The time zone" };

function show(
  parts: SiteParts,
  http: Http,
  { link, invited, session, isMember }: Visit,
  status: 200 | 401 | 409 | 422,
  filled = { values: blank(invited), problems: {} },
) {
  const visitor =
    session === null
      ? null
      : {
          email: session.user.email,
          csrf: csrfToken(parts, session),
          isInvited: isFor(invited, session),
          isMember,
        };
  const page = joinPage({ token: link.token, invited, visitor, ...filled });
  return sendPage(http, page, { status });
}

/** Suggests the inviter's time zone, since most teams sit in one place. */
function blank({ inviter }: Invited): JoinValues {
  return { name: "", time_zone: inviter?.timeZone ?? "UTC" };
}

function isFor({ email }: Invited, { user }: Session): boolean {
  return emailKey(email) === emailKey(user.email);
}

function slowDown(wait: number): PageProblem {
  return new PageProblem({
    status: 429,
    title: "Too many attempts",
    message: tooMany(wait),
    next: "The invitation is still open: open its link again later.",
    headers: { "Retry-After": String(wait) },
  });
}

/** The same page for every invalid link, so that a link reveals nothing about its team. */
function closed(): PageProblem {
  return new PageProblem({
    status: 404,
    title: "This invitation is not valid",
    message:
      "It was used, taken back or sent again with a newer link, or it has expired. Or the link was not copied whole.",
    next: "If you have joined already, sign in. Otherwise ask whoever invited you for a new one.",
    link: { href: "/signin", label: "Sign in" },
  });
}

type Join = {
  readonly token: string;
  readonly invited: Invited;
  readonly visitor: {
    readonly email: string;
    readonly csrf: string;
    readonly isInvited: boolean;
    readonly isMember: boolean;
  } | null;
  readonly values: JoinValues;
  readonly problems: Readonly<Record<string, string>>;
};

export function joinPage(view: Join): Html {
  const body = html`<h1>Join ${given(view.invited.team)}</h1>
    ${invitation(view.invited)} ${way(view)}`;
  return layout({ title: "Join a team", body });
}

function invitation({ team, inviter, role, expiresAt }: Invited): Html {
  const invites =
    inviter === null ? html`You are invited` : html`${given(inviter.name)} invites you`;
  return html`<p class="lead">
      ${invites} to the team ${given(team)}, as ${withArticle(role)}. ${MAY[role]}
    </p>
    <p class="lead">
      The invitation lasts until ${moment(expiresAt)}. If you did not expect it, close this page:
      nothing happens then.
    </p>`;
}

const MAY: Readonly<Record<Role, string>> = {
  member: "Members see and change the team’s data, and connect assistants of their own to it.",
  admin: "Admins do all that members do, invite people, and decide on the settings of the team.",
  owner: "Owners do everything, and decide who else is an owner.",
};

/**
 * Offers a visitor both ways, a new account and a sign-in: the holder of the link may not be the
 * invited person, and does not learn here if that person has an account.
 */
function way(view: Join): Html {
  const { visitor } = view;
  if (visitor === null) return html`${signInFirst(view)} ${joinForm(view)}`;
  if (!visitor.isInvited) return otherAccount(view, visitor);
  return visitor.isMember ? memberAlready() : oneButton(view, visitor);
}

type Visitor = NonNullable<Join["visitor"]>;

function oneButton({ token, invited }: Join, { email, csrf }: Visitor): Html {
  return message(
    html`You are signed in as ${given(email)}.`,
    html`<form method="post" action="/join">
      ${hidden("csrf", csrf)}${hidden("token", token)}
      <button class="primary" type="submit">Join ${given(invited.team)}</button>
    </form>`,
  );
}

function memberAlready(): Html {
  return message(
    html`You are a member of this team already: nothing needs to be done.`,
    html`<a class="button" href="/">Open Ledgerport</a>`,
  );
}

function signInFirst({ token, invited }: Join): Html {
  return message(
    html`If ${given(invited.email)} has an account on this server, sign in with it, and join on the
    next page. Otherwise make one below.`,
    html`<a class="button" href="/signin?return=${encodeURIComponent(`/join?token=${token}`)}"
      >Sign in</a
    >`,
  );
}

function otherAccount({ token, invited }: Join, { email, csrf }: Visitor): Html {
  return message(
    html`The invitation is for ${given(invited.email)}, and you are signed in as ${given(email)}. To
    join as ${given(invited.email)}, sign out first.`,
    html`<form method="post" action="/signout">
      ${hidden("csrf", csrf)}${hidden("return", `/join?token=${token}`)}
      <button type="submit">Sign out</button>
    </form>`,
  );
}

function message(words: Html, wayOn: Html): Html {
  return html`<div class="message">
    <p>${words}</p>
    <div class="way-on">${wayOn}</div>
  </div>`;
}

type JoinValues = { readonly name: string; readonly time_zone: string };

/** The account's address is the invitation's, whatever the form sends. */
function joinForm({ token, invited, values, problems }: Join): Html {
  const timeZones = timeZoneOptionTags(Intl.supportedValuesOf("timeZone"), values.time_zone);
  return html`<form method="post" action="/join" novalidate>
    ${problemSummary(Object.entries(problems))} ${hidden("token", token)}
    <fieldset>
      <legend>You</legend>
      ${input({ name: "email", label: "E-mail", type: "email", autocomplete: "username", hint: "You sign in with it.", value: invited.email, isFixed: true })}
      ${input({ name: "name", label: "Your name", type: "text", autocomplete: "name", value: values.name, problem: problems["name"] })}
      ${newPassword(problems)}
      ${select({ name: "time_zone", label: "Time zone", hint: "It says when a day begins and ends.", options: timeZones, problem: problems["time_zone"] })}
    </fieldset>
    ${actions(html`<button class="primary" type="submit">Create account and join</button>`)}
  </form>`;
}
