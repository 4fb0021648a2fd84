import { type Context as Http, Hono } from "hono";
import { endGrant, listGrantsOf } from "../accounts/grants.ts";
import { hashPassword, problemOfPassword } from "../accounts/passwords.ts";
import { endSessions, listSessions, ownPasswordHash, type Session } from "../accounts/sessions.ts";
import { listTeamsOf } from "../accounts/teams.ts";
import { setPassword } from "../accounts/users.ts";
import { uuid } from "../core/fields.ts";
import { type Attempts, limitedAttempts } from "../http/attempts.ts";
import { fieldOf } from "../http/form.ts";
import { accountPage } from "./account-page.ts";
import { deviceOf } from "./device.ts";
import { PageProblem } from "./problem.ts";
import { securityHeaders } from "./security-headers.ts";
import { tooMany } from "./sign-in.ts";
import type { SiteParts } from "./site.ts";
import { csrfToken, sessionOf, signedInForm } from "./visitor.ts";

/** What a form did, as it is said on the page that follows. */
const NOTICES: ReadonlyMap<string, string> = new Map([
  ["setup", "Your account and your team are made, and you are signed in."],
  ["password", "The password is changed, and every other session is signed out."],
  ["session", "The session is signed out."],
  ["sessions", "Every other session is signed out."],
  ["app", "The app is disconnected: its tokens work no more."],
]);

/** A person's own account: password, sessions, connected apps. */
export function accountRoutes(parts: SiteParts): Hono {
  const attempts = limitedAttempts({ limit: 10, seconds: 15 * 60 });
  return new Hono()
    .get("/account", async (http) => {
      const session = await sessionOf(parts, http);
      if (session === null) return http.redirect("/signin?return=/account", 303);
      return show(parts, http, session, {});
    })
    .post("/account/password", async (http) => changePassword(parts, attempts, http))
    .post("/account/sessions/end", async (http) => signOut(parts, http))
    .post("/account/apps/disconnect", async (http) => disconnect(parts, http));
}

async function changePassword(parts: SiteParts, attempts: Attempts, http: Http): Promise<Response> {
  const { session, form } = await signedInForm(parts, http);
  const [given, wanted] = ["current_password", "new_password"].map((name) => form.get(name)?.[0]);
  const wait = await attempts.begin(session.user.id);
  if (wait !== null) {
    const problem = { current_password: tooMany(wait) };
    return show(parts, http, session, problem, 429, { "Retry-After": String(wait) });
  }
  const notYours = { current_password: "This is not your password now." };
  const replacedHash = await ownPasswordHash(parts.ground(), session, given ?? "");
  if (replacedHash === null) return show(parts, http, session, notYours);
  await attempts.succeeded(session.user.id);
  const problem = problemOfPassword(wanted ?? "");
  if (problem !== null) return show(parts, http, session, { new_password: `${problem}.` });
  const passwordHash = await hashPassword(wanted ?? "", "new_password");
  const change = { userId: session.user.id, passwordHash, keptSession: session.id, replacedHash };
  const isChanged = await setPassword(signed(parts, session, "account/password"), change);
  return isChanged ? done(http, "password") : show(parts, http, session, notYours);
}

async function signOut(parts: SiteParts, http: Http): Promise<Response> {
  const { session, form } = await signedInForm(parts, http);
  const which = fieldOf(form, "session");
  const isOthers = which === "others";
  await endSessions(parts.ground(), session, isOthers ? "others" : { id: idOf(which) });
  return done(http, isOthers ? "sessions" : "session");
}

async function disconnect(parts: SiteParts, http: Http): Promise<Response> {
  const { session, form } = await signedInForm(parts, http);
  const team = { id: idOf(fieldOf(form, "team")) };
  const grant = { id: idOf(fieldOf(form, "grant")), userId: session.user.id } as const;
  const context = { ...signed(parts, session, "account/apps"), team };
  await endGrant(context, { ...grant, because: "disconnected" });
  return done(http, "app");
}

async function show(
  parts: SiteParts,
  http: Http,
  session: Session,
  problems: Readonly<Record<string, string>>,
  status: 200 | 422 | 429 = Object.keys(problems).length > 0 ? 422 : 200,
  headers = {},
): Promise<Response> {
  const context = parts.ground();
  const [teams, sessions, grants] = await Promise.all([
    listTeamsOf(context, session.user.id),
    listSessions(context, session.user.id),
    listGrantsOf(context, session.user.id),
  ]);
  const page = accountPage({
    csrf: csrfToken(parts, session),
    endpoint: `${parts.baseUrl}/mcp`,
    user: session.user,
    teams,
    sessions: sessions.map((row) => shownSession(row, session)),
    apps: grants.map(shownApp),
    notice: NOTICES.get(http.req.query("done") ?? "") ?? null,
    problems,
  });
  return http.html(page, status, { ...securityHeaders(), ...headers });
}

type Rows<List extends (...given: never) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<List>
>;

function shownSession(
  { id, device, created_at, last_seen_at }: Rows<typeof listSessions>[number],
  current: Session,
) {
  return {
    id,
    device: deviceOf(device),
    signedInAt: created_at,
    lastSeenAt: last_seen_at,
    isCurrent: id === current.id,
  };
}

function shownApp(grant: Rows<typeof listGrantsOf>[number]) {
  return {
    id: grant.id,
    name: grant.client_name,
    host: URL.parse(grant.redirect_uri)?.host ?? "",
    teamId: grant.team_id,
    team: grant.team_name,
    access: accessOf(grant.scopes),
    connectedAt: grant.created_at,
    lastUsedAt: grant.last_used_at,
    isUnverified: grant.client_kind !== "confidential",
  };
}

function accessOf(scopes: readonly string[]): string {
  if (scopes.includes("apis.all")) return "Reads and changes everything";
  const writes = scopes.some((scope) => scope.endsWith(".write"));
  return writes ? "Reads and changes data" : "Reads data";
}

function signed(parts: SiteParts, session: Session, tool: string) {
  return {
    ...parts.ground(),
    actor: { id: session.user.id },
    credential: { kind: "session", id: session.id },
    client: null,
    tool,
  } as const;
}

function done(http: Http, what: string) {
  return http.redirect(`/account?done=${what}`, 303);
}

/** @throws PageProblem for what no form of ours sends */
function idOf(given: string | null): string {
  const id = uuid.safeParse(given);
  if (id.success) return id.data;
  throw new PageProblem({
    status: 400,
    title: "This form could not be read",
    message: "Nothing was done, because the form does not say which one is meant.",
    next: "Go back, reload the page, and try again.",
    link: { href: "/account", label: "Your account" },
  });
}
