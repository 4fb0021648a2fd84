import { html } from "hono/html";
import type { Instant } from "../shared/time.ts";
import { hidden } from "../site/fields.ts";
import { type Html, layout } from "../site/layout.ts";
import { row } from "../site/rows.ts";
import { notice, status } from "../site/shapes.ts";
import { given } from "../site/words.ts";
import { clientRows } from "./consent-client.ts";
import { scopeList } from "./consent-scopes.ts";
import type { Website } from "./website.ts";

export type ConsentView = {
  readonly csrf: string;
  readonly request: string;
  readonly client: {
    readonly name: string;
    readonly kind: "registered" | "confidential" | "document";
    readonly id: string;
    readonly registeredAt: Instant;
    readonly website: Website | null;
  };
  readonly redirectHost: string;
  readonly redirectUri: string;
  readonly onlyLoopback: boolean;
  readonly user: { readonly name: string; readonly email: string };
  readonly switchHref: string;
  readonly scopes: readonly {
    readonly name: string;
    readonly words: string;
    readonly isTicked: boolean;
  }[];
  readonly teams: readonly {
    readonly id: string;
    readonly name: string;
    readonly role: string;
    /** True when `apis.all` cannot delete there, because the person is only a member. */
    readonly isCapped: boolean;
  }[];
  readonly chosenTeam: string | null;
  readonly opens: { readonly write: boolean; readonly everything: boolean };
  readonly problem: string | null;
};

export function consentPage(view: ConsentView): Html {
  const { csrf, request, client, problem } = view;
  const body = html`<h1>${given(client.name)} wants access to your books</h1>
    <p class="standing">
      ${client.kind === "confidential" ? status("good", "Added by an administrator") : status("warn", "Unverified app")}
    </p>
    <form method="post" action="/oauth/consent">
      ${problem === null ? "" : notice("bad", html`<p>${problem}</p>`, html`role="alert"`)}
      ${hidden("csrf", csrf)}${hidden("request", request)} ${clientRows(view)} ${account(view)}
      ${teams(view)} ${scopeList(view)} ${LIMITS} ${DECISION}
    </form>`;
  return layout({ title: "An app wants access", body });
}

function account({ user, switchHref }: ConsentView): Html {
  const body = html`<p>${given(user.name)}, ${given(user.email)}</p>
    <p><a class="alone" href="${switchHref}">Use another account</a></p>`;
  return row({ id: "account", label: "Signed in as", body });
}

function teams(view: ConsentView): Html {
  const isOnly = view.teams.length === 1;
  const body = html`<p class="hint">
      ${isOnly ? "It gets access to this team alone." : "Choose the one team it gets access to."}
    </p>
    <fieldset aria-labelledby="team-label">
      <ul class="choices">
        ${view.teams.map((team) => choice(view, team, isOnly))}
      </ul>
    </fieldset>`;
  return row({ id: "team", label: "Team", body });
}

function choice(view: ConsentView, team: ConsentView["teams"][number], isOnly: boolean): Html {
  const isChosen = isOnly || team.id === view.chosenTeam;
  const cap = html`<span class="cap">As a member you cannot let an app delete here.</span>`;
  return html`<li>
    <label class="choice">
      <input
        type="radio"
        name="team"
        value="${team.id}"
        required
        ${isChosen ? html`checked` : ""}
      />
      <span class="words">${given(team.name)}</span>
      <span class="aside">${team.role}</span>
      ${team.isCapped && view.opens.everything ? cap : ""}
    </label>
  </li>`;
}

const NEVER = html`<ul class="plain">
  <li>See your password</li>
  <li>Make API keys</li>
  <li>Invite people</li>
  <li>Change the AI settings</li>
</ul>`;

const UNTIL = html`<p>Until you disconnect it, or it is not used for 30 days; 180 days at most.</p>
  <p>You can disconnect it at any time in <a href="/settings/developer">your settings</a>.</p>`;

const LIMITS = html`${row({ id: "never", label: "It can never", body: NEVER })}
${row({ id: "until", label: "How long", body: UNTIL })}`;

/** Deny comes first, since Enter presses the first button. It works without a team. */
const DECISION = html`<div class="decision">
  <button type="submit" name="decision" value="deny" formnovalidate>Deny</button>
  <button class="primary" type="submit" name="decision" value="allow">Allow</button>
</div>`;
