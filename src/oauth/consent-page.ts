import { html } from "hono/html";
import type { Switch } from "../accounts/teams.ts";
import type { Instant } from "../shared/time.ts";
import { hidden } from "../site/fields.ts";
import { type Html, layout } from "../site/layout.ts";
import { row } from "../site/rows.ts";
import { notice, statusMark } from "../site/shapes.ts";
import { given } from "../site/words.ts";
import type { Choice } from "./choices.ts";
import { choiceList } from "./consent-choices.ts";
import { clientRows } from "./consent-client.ts";
import { scopeList } from "./consent-scopes.ts";
import { teamList } from "./consent-teams.ts";
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
  readonly user: { readonly email: string };
  readonly switchHref: string;
  /** The requested scopes, in their order. */
  readonly scopes: readonly { readonly name: string; readonly words: string }[];
  readonly choices: readonly { readonly choice: Choice; readonly grants: readonly string[] }[];
  /** Choice of an answer that was refused; null at first. */
  readonly chosen: string | null;
  readonly teams: readonly {
    readonly id: string;
    readonly name: string;
    readonly role: string;
    /** True when `apis.all` cannot delete there, because the person is only a member. */
    readonly isCapped: boolean;
    readonly deleting: Switch;
  }[];
  readonly chosenTeam: string | null;
  readonly problem: string | null;
};

export function consentPage(view: ConsentView): Html {
  const { csrf, request, client, problem } = view;
  const body = html`<h1>${given(client.name)} wants access to your books</h1>
    <p class="standing">
      ${client.kind === "confidential" ? statusMark("good", "Added by an administrator") : statusMark("warn", "Unverified app")}
      ${asked(view)}
    </p>
    <form method="post" action="/oauth/consent">
      ${parties(view)} ${view.onlyLoopback ? notice("warn", LOOPBACK) : ""}
      ${problem === null ? "" : notice("bad", html`<p>${problem}</p>`, html`role="alert"`)}
      ${hidden("csrf", csrf)}${hidden("request", request)} ${choiceList(view)} ${teamList(view)}
      ${scopeList(view)} ${clientRows(view)} ${LIMITS} ${DECISION}
    </form>`;
  return layout({ title: "An app wants access", body });
}

/** Scopes that are named above the choices; more are counted there. */
const MOST_NAMED = 2;

/** The request in a line, in view before any scrolling; the scopes in words stand below. */
function asked({ scopes }: ConsentView): Html {
  const names = scopes.map(({ name }) => name);
  const words =
    names.length > MOST_NAMED
      ? `${names.length} scopes`
      : html`<span class="id">${names.join(" ")}</span>`;
  return html`<span class="asked">Asks for <a href="#scopes-label">${words}</a></span>`;
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

/** Always in view: the redirect host, which an app cannot forge, and the account. */
function parties({ redirectHost, user, switchHref }: ConsentView): Html {
  return html`<div class="parties">
    <p>Sends you to <strong class="host">${given(redirectHost)}</strong></p>
    <p class="hint">
      Signed in as ${given(user.email)}. <a class="alone" href="${switchHref}">Switch account</a>
    </p>
  </div>`;
}

const LOOPBACK = html`<p>
  <strong>This app runs on your own computer</strong>: any program there could be asking. Allow it
  only if you have just started to connect it.
</p>`;

/** Always in view. Deny comes first, since Enter presses the first button. It works without a team. */
const DECISION = html`<div class="decision">
  <button type="submit" name="decision" value="deny" formnovalidate>Deny</button>
  <button class="primary" type="submit" name="decision" value="allow">Allow</button>
</div>`;
