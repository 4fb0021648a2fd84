import { html } from "hono/html";
import type { Switch } from "../accounts/teams.ts";
import { UNDO_DAYS, AFTER_DELETION } from "../shared/limits.ts";
import type { Instant } from "../shared/time.ts";
import { hidden } from "../site/fields.ts";
import {
  type Html,
  layout,
  row,
  notice,
  statusMark,
  given,
  moment,
  calendarDay,
} from "../site/layout.ts";
import type { Choice } from "./approvals.ts";
import type { Website } from "./client-metadata.ts";

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
  readonly scopes: readonly { readonly name: string; readonly words: string }[];
  readonly choices: readonly { readonly choice: Choice; readonly grants: readonly string[] }[];
  /** Null unless an answer was refused. */
  readonly chosen: string | null;
  readonly teams: readonly {
    readonly id: string;
    readonly name: string;
    readonly role: string;
    /** As a member, the person cannot let `apis.all` delete there. */
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

/** More scopes are counted. */
const MOST_NAMED = 2;

/** The request in a line, in view before any scrolling. The scopes in words stand below. */
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

/** Deny comes first, since Enter presses the first button. It works without a team. */
const DECISION = html`<div class="decision">
  <button type="submit" name="decision" value="deny" formnovalidate>Deny</button>
  <button class="primary" type="submit" name="decision" value="allow">Allow</button>
</div>`;

const CHOICE_LABELS: Readonly<Record<Choice, string>> = {
  read: "Read",
  change: "Read and change",
  delete: "Also delete",
};

/** A single choice is text: a control for it would decide nothing. */
function choiceList(view: ConsentView): Html {
  const { choices } = view;
  const [only] = choices;
  const body =
    only !== undefined && choices.length === 1
      ? html`${hidden("access", only.choice)}
          <p class="only">${described(view, only.choice)}</p>`
      : html`<fieldset aria-labelledby="access-label">
          <ul class="choices">
            ${choices.map(({ choice }) => option(view, choice))}
          </ul>
        </fieldset>`;
  return row({ id: "access", label: "It may", body });
}

function option(view: ConsentView, choice: Choice): Html {
  const isChosen = choice === chosenOf(view);
  const isOpen = isGrantable(view, choice);
  return html`<li>
    <label class="choice">
      <input
        type="radio"
        name="access"
        value="${choice}"
        required
        ${isChosen ? html`checked` : ""}
        ${isOpen ? "" : html`disabled`}
      />
      ${described(view, choice)}
    </label>
  </li>`;
}

function described(view: ConsentView, choice: Choice): Html {
  return html`<span class="words">${CHOICE_LABELS[choice]}</span>
    <span class="cap">${WORDS[choice](view)}</span>`;
}

const WORDS: Readonly<Record<Choice, (view: ConsentView) => Html | string>> = {
  read: () => "See all of the team’s data. Change nothing.",
  change: () => "Also use every tool that writes.",
  delete: deletingWords,
};

/** The answer that was refused, or the widest choice that the person can grant. */
function chosenOf(view: ConsentView): Choice | undefined {
  const offered = view.choices.map(({ choice }) => choice);
  const open = offered.filter((choice) => isGrantable(view, choice));
  return open.find((choice) => choice === view.chosen) ?? open.at(-1);
}

function isGrantable({ teams }: ConsentView, choice: Choice): boolean {
  return choice !== "delete" || teams.some(({ isCapped }) => !isCapped);
}

type Team = ConsentView["teams"][number];

function teamList(view: ConsentView): Html {
  const isOnly = view.teams.length === 1;
  const body = html`<fieldset aria-labelledby="team-label">
    <ul class="choices">
      ${view.teams.map((team) => teamItem(view, team, isOnly || team.id === view.chosenTeam))}
    </ul>
  </fieldset>`;
  return row({ id: "team", label: isOnly ? "In the team" : "In one team", body });
}

function teamItem({ choices }: ConsentView, team: Team, isChosen: boolean): Html {
  const isDeletingAsked = choices.some(({ choice }) => choice === "delete");
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
      ${isDeletingAsked ? html`<span class="cap">${stateOf(team)}</span>` : ""}
    </label>
  </li>`;
}

function stateOf({ isCapped, deleting: { isOn, until } }: Team): Html | string {
  if (isCapped) return "As a member you cannot let an app delete here.";
  if (!isOn) return "Tools that delete are off now.";
  return until === null
    ? "Tools that delete are on."
    : html`Tools that delete are on until ${moment(until)}.`;
}

function deletingWords({ teams }: ConsentView): string {
  const open = teams.filter(({ isCapped }) => !isCapped);
  if (open.length === 0) return "As a member you cannot let an app delete.";
  const on = open.filter(({ deleting }) => deleting.isOn).length;
  if (on === 0) return "Nothing more for now: tools that delete are off.";
  return on === open.length && on === teams.length
    ? `Also use every tool that deletes. They are on now. ${UNDO}`
    : `Also use every tool that deletes, in a team where they are on. ${UNDO}`;
}

/** Short, so that all choices are in view on a phone. The whole stands under the scopes. */
const UNDO = `Only people can undo it, for ${UNDO_DAYS} days.`;

function scopeList(view: ConsentView): Html {
  const body = html`<ul class="choices">
      ${view.scopes.map(scope)}
    </ul>
    <div class="reach">${reach(view)}</div>
    ${narrower(view)}`;
  return row({ id: "scopes", label: "It asks for", body });
}

function scope({ name, words }: ConsentView["scopes"][number]): Html {
  return html`<li data-scope="${name}">
    <span class="words">${words}</span>
    <span class="aside id">${name}</span>
  </li>`;
}

function reach({ choices, teams }: ConsentView): Html {
  const asked = new Set(choices.map(({ choice }) => choice));
  const isCapped = teams.some((team) => team.isCapped);
  return html`${READ} ${asked.has("change") ? WRITE : ""} ${asked.has("delete") ? DELETE : ""}
  ${asked.has("delete") && isCapped ? CAP : ""}`;
}

const READ = html`<p>Any read scope lets this app read all of the team's data.</p>`;
const WRITE = html`<p>Any write scope lets it use every write tool, sending invoices included.</p>`;
const DELETE = html`<p>
  apis.all lets it use the tools that delete too, while the team has them on. ${AFTER_DELETION}
</p>`;
const CAP = html`<p>In a team where you are a member, apis.all stops short of deleting.</p>`;

function narrower({ choices }: ConsentView): Html | "" {
  const lesser = choices.slice(0, -1);
  if (lesser.length === 0) return "";
  return html`<details>
    <summary>Exact scopes of narrower choices</summary>
    <ul class="plain">
      ${lesser.map(({ choice, grants }) => html`<li>${CHOICE_LABELS[choice]}: <span class="id">${grants.join(" ")}</span></li>`)}
    </ul>
  </details>`;
}

/** The redirect URI comes first: an app can forge everything else about itself. */
function clientRows(view: ConsentView): Html {
  return html`${destination(view)}
  ${row({ id: "client", label: "About it", body: html`${standing(view.client)}${website(view.client)}` })}`;
}

function destination({ redirectUri, onlyLoopback }: ConsentView): Html {
  const hint = onlyLoopback
    ? "This address of your own computer proves nothing about the app."
    : "Your answer goes to this address. Deny if you do not know it.";
  const body = html`<p class="id">${given(redirectUri)}</p>
    <p class="hint">${hint}</p>`;
  return row({ id: "destination", label: "Sends you to", body });
}

function standing({ kind, id, registeredAt }: ConsentView["client"]): Html {
  const day = calendarDay(registeredAt);
  const words = {
    confidential: html`<p>Added on ${day} by an administrator of this server.</p>`,
    document: html`<p>
        Published by <strong>${given(URL.parse(id)?.host ?? id)}</strong>, known here since ${day}.
        Nobody has checked its name.
      </p>
      <p class="id">${given(id)}</p>`,
    registered: html`<p>It registered itself on ${day}. Nobody has checked its name.</p>`,
  };
  return words[kind];
}

/** The host alone: a path or a user name could imitate another website. */
function website({ website }: ConsentView["client"]): Html | "" {
  if (website === null) return "";
  const { host, href } = website;
  return html`<p>
    The website it gives: <a href="${href}" rel="noopener noreferrer nofollow">${given(host)}</a>
  </p>`;
}
