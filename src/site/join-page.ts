import { html } from "hono/html";
import type { Invited } from "../accounts/invited.ts";
import { withArticle } from "../accounts/membership.ts";
import type { Role } from "../db/schema/accounts.ts";
import { hidden } from "./fields.ts";
import { joinForm, type JoinValues } from "./join-form.ts";
import { type Html, layout } from "./layout.ts";
import { given, moment } from "./words.ts";

export type Join = {
  readonly token: string;
  readonly invited: Invited;
  readonly visitor: {
    readonly email: string;
    readonly csrf: string;
    readonly isInvited: boolean;
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

function way(view: Join): Html {
  const { invited, visitor } = view;
  if (visitor !== null && !visitor.isInvited) return otherAccount(view, visitor);
  if (invited.account?.isMember === true) return memberAlready();
  if (visitor !== null) return oneButton(view, visitor);
  if (invited.account === null) return joinForm(view);
  return invited.account.hasPassword ? signIn(view) : passwordless(view);
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

function signIn({ token, invited }: Join): Html {
  return message(
    html`${given(invited.email)} has an account on this server. Sign in with it, and join on the
    next page.`,
    html`<a class="button primary" href="/signin?return=${returnTo(token)}">Sign in</a>`,
  );
}

/** An account made by an operator is not given to whoever holds the link. */
function passwordless({ invited }: Join): Html {
  return html`<div class="message">
    <p>
      ${given(invited.email)} has an account on this server, but no password yet. Ask whoever runs
      the server to set one, in a terminal there; then open this invitation again.
    </p>
    <pre><code>npm run --silent admin -- user:set --user you@example.com --password-stdin</code></pre>
  </div>`;
}

function otherAccount({ token, invited }: Join, { email, csrf }: Visitor): Html {
  const words = html`The invitation is for ${given(invited.email)}, and you are signed in as
  ${given(email)}.`;
  const back = returnTo(token);
  if (invited.account !== null)
    return message(
      words,
      html`<a class="button" href="/signin?switch=yes&amp;return=${back}">Use another account</a>`,
    );
  return message(
    html`${words} To make an account for ${given(invited.email)}, sign out first.`,
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

function returnTo(token: string): string {
  return encodeURIComponent(`/join?token=${token}`);
}
