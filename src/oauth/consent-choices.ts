import { html } from "hono/html";
import { hidden } from "../site/fields.ts";
import type { Html } from "../site/layout.ts";
import { row } from "../site/rows.ts";
import type { Choice } from "./choices.ts";
import type { ConsentView } from "./consent-page.ts";
import { deletingWords } from "./consent-teams.ts";

export const CHOICE_LABELS: Readonly<Record<Choice, string>> = {
  read: "Read",
  change: "Read and change",
  delete: "Also delete",
};

/** A single choice is text: a control for it would decide nothing. */
export function choiceList(view: ConsentView): Html {
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
