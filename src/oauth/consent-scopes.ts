import { html } from "hono/html";
import { AFTER_DELETION } from "../shared/undo-days.ts";
import type { Html } from "../site/layout.ts";
import { row } from "../site/rows.ts";
import { CHOICE_LABELS } from "./consent-choices.ts";
import type { ConsentView } from "./consent-page.ts";

export function scopeList(view: ConsentView): Html {
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

/** The exact scopes of each choice narrower than the request. */
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
