import { html } from "hono/html";
import type { Invited } from "../accounts/join.ts";
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
  if (visitor === null) return html`${signIn(view)} ${joinForm(view)}`;
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

function signIn({ token, invited }: Join): Html {
  return message(
    html`If ${given(invited.email)} has an account on this server, sign in with it, and join on the
    next page. Otherwise make one below.`,
    html`<a class="button" href="/signin?return=${returnTo(token)}">Sign in</a>`,
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

function returnTo(token: string): string {
  return encodeURIComponent(`/join?token=${token}`);
}
