import { html } from "hono/html";
import type { Html } from "../site/layout.ts";
import { row } from "../site/rows.ts";
import type { ConsentView } from "./consent-page.ts";

export function scopeList(view: ConsentView): Html {
  const body = html`<p class="hint">Untick what it should not do.</p>
    <fieldset aria-labelledby="scopes-label">
      <ul class="choices">
        ${view.scopes.map(scope)}
      </ul>
    </fieldset>
    <div class="reach">${reach(view)}</div>`;
  return row({ id: "scopes", label: "It asks to", body });
}

function scope({ name, words, isTicked }: ConsentView["scopes"][number]): Html {
  return html`<li data-scope="${name}">
    <label class="choice">
      <input type="checkbox" name="scope" value="${name}" ${isTicked ? html`checked` : ""} />
      <span class="words">${words}</span>
      <span class="aside id">${name}</span>
    </label>
  </li>`;
}

function reach({ opens, teams }: ConsentView): Html {
  const isCapped = teams.some((team) => team.isCapped);
  return html`${READ} ${opens.write ? WRITE : ""} ${opens.everything ? DELETE : ""}
  ${opens.everything && isCapped ? CAP : ""}`;
}

const READ = html`<p>Any read scope lets this app read all of the team's data.</p>`;
const WRITE = html`<p>Any write scope lets it use every write tool, sending invoices included.</p>`;
const DELETE = html`<p>
  With apis.all it can delete too, once the team enables destructive AI tools.
</p>`;
const CAP = html`<p>In a team where you are a member, apis.all stops short of deleting.</p>`;
