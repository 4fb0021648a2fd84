import { html } from "hono/html";
import { UNDO_DAYS } from "../shared/undo-days.ts";
import type { Html } from "../site/layout.ts";
import { row } from "../site/rows.ts";
import { given, moment } from "../site/words.ts";
import type { ConsentView } from "./consent-page.ts";

type Team = ConsentView["teams"][number];

export function teamList(view: ConsentView): Html {
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

/** State of the team's switch, as it is when the page is made. */
function stateOf({ isCapped, deleting: { isOn, until } }: Team): Html | string {
  if (isCapped) return "As a member you cannot let an app delete here.";
  if (!isOn) return "Tools that delete are off now.";
  return until === null
    ? "Tools that delete are on."
    : html`Tools that delete are on until ${moment(until)}.`;
}

export function deletingWords({ teams }: ConsentView): string {
  const open = teams.filter(({ isCapped }) => !isCapped);
  if (open.length === 0) return "As a member you cannot let an app delete.";
  const on = open.filter(({ deleting }) => deleting.isOn).length;
  if (on === 0) return "Nothing more for now: tools that delete are off.";
  return on === open.length && on === teams.length
    ? `Also use every tool that deletes. They are on now. ${UNDO}`
    : `Also use every tool that deletes, in a team where they are on. ${UNDO}`;
}

/** Short, so that all choices are in view on a phone; the whole stands under the scopes. */
const UNDO = `Only people can undo it, for ${UNDO_DAYS} days.`;
