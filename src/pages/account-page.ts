import { html } from "hono/html";
import type { Instant } from "../core/time.ts";
import { appsRow } from "./account-apps.ts";
import { sessionsRow } from "./account-sessions.ts";
import { hidden, input, problemSummary } from "./fields.ts";
import { type Html, layout } from "./layout.ts";
import { actions, row } from "./rows.ts";
import { notice } from "./shapes.ts";
import { given } from "./words.ts";

export type Account = {
  readonly csrf: string;
  readonly user: { readonly name: string; readonly email: string };
  readonly teams: readonly { readonly name: string; readonly role: string }[];
  readonly sessions: readonly {
    readonly id: string;
    readonly device: string;
    readonly signedInAt: Instant;
    readonly lastSeenAt: Instant;
    readonly isCurrent: boolean;
  }[];
  readonly apps: readonly {
    readonly teamId: string;
    readonly team: string;
    /** The id of the grant. */
    readonly id: string;
    readonly name: string;
    readonly host: string;
    /** How far it reaches, in words. */
    readonly access: string;
    readonly connectedAt: Instant;
    readonly lastUsedAt: Instant | null;
    readonly isUnverified: boolean;
  }[];
  /** The address that an app connects to. */
  readonly endpoint: string;
  /** What has just been done. */
  readonly notice: string | null;
  /** By the name of the field. */
  readonly problems: Readonly<Record<string, string>>;
};

export function accountPage(view: Account): Html {
  const body = html`<h1>Your account</h1>
    ${problemSummary(Object.entries(view.problems))}
    ${view.notice === null ? "" : notice("good", html`<p>${view.notice}</p>`, html`role="status"`)}
    ${person(view)} ${teams(view)} ${appsRow(view)} ${sessionsRow(view)} ${password(view)}`;
  return layout({ title: "Your account", body });
}

function person({ csrf, user }: Account): Html {
  const body = html`<div class="item">
    <div>
      <p><strong>${given(user.name)}</strong></p>
      <p class="quiet">${given(user.email)}</p>
    </div>
    <form method="post" action="/signout">
      ${hidden("csrf", csrf)}<button type="submit">Sign out</button>
    </form>
  </div>`;
  return row({ id: "person", label: "Signed in as", body });
}

function teams(view: Account): Html {
  const items = view.teams.map(
    ({ name, role }) =>
      html`<li class="item">
        <p>${given(name)}</p>
        <p class="quiet">${role}</p>
      </li>`,
  );
  const body =
    items.length > 0
      ? html`<ul>
          ${items}
        </ul>`
      : html`<p>You are in no team.</p>`;
  return row({ id: "teams", label: "Teams", body });
}

/** The hidden address tells a password manager whose password changes; it has no name and is not sent. */
function password({ csrf, user, problems }: Account): Html {
  return html`<form
    class="row-form"
    method="post"
    action="/account/password"
    novalidate
    aria-labelledby="password-label"
  >
    <h2 class="label" id="password-label">Change your password</h2>
    ${hidden("csrf", csrf)}
    <input type="text" value="${user.email}" autocomplete="username" readonly hidden />
    ${input({ name: "current_password", label: "Current password", type: "password", autocomplete: "current-password", problem: problems["current_password"] })}
    ${input({ name: "new_password", label: "New password", type: "password", autocomplete: "new-password", hint: "10 to 1,000 characters, any you like.", problem: problems["new_password"] })}
    ${actions(html`<button type="submit">Change password</button>`)}
  </form>`;
}
