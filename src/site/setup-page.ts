import { html } from "hono/html";
import { hidden, input, option, problemSummary, select } from "./fields.ts";
import { type Html, layout } from "./layout.ts";
import { actions } from "./rows.ts";
import { timeZoneOptionTags } from "./time-zones.ts";

/** Typed values; the password is never sent back. */
export type SetupValues = {
  readonly name: string;
  readonly email: string;
  readonly team: string;
  readonly currency: string;
  readonly time_zone: string;
};

type Setup = {
  readonly token: string;
  readonly values: SetupValues;
  readonly problems: Readonly<Record<string, string>>;
  readonly currencies: readonly { readonly code: string; readonly name: string }[];
  readonly timeZones: readonly string[];
};

export function setupPage(view: Setup): Html {
  // The browser's own check refuses internationalised addresses, which are valid here.
  const body = html`<h1>Set up Ledgerport</h1>
    <p class="lead">
      This makes your account and your team, with you as its owner. It is done once: afterwards this
      page is closed for good.
    </p>
    <form method="post" action="/setup" novalidate>
      ${problemSummary(Object.entries(view.problems))} ${hidden("token", view.token)}
      ${person(view)} ${team(view)}
      ${actions(html`<button class="primary" type="submit">Create account and team</button>`)}
    </form>`;
  return layout({ title: "Set up", body });
}

function person({ values, problems }: Setup): Html {
  const isLost = Object.keys(problems).length > 0 && problems["password"] === undefined;
  const again = isLost ? " Please type it again." : "";
  return html`<fieldset>
    <legend>You</legend>
    ${input({ name: "name", label: "Your name", type: "text", autocomplete: "name", value: values.name, problem: problems["name"] })}
    ${input({ name: "email", label: "E-mail", type: "email", autocomplete: "username", hint: "You sign in with it.", value: values.email, problem: problems["email"] })}
    ${input({ name: "password", label: "Password", type: "password", autocomplete: "new-password", hint: `10 to 1,000 characters, any you like.${again}`, problem: problems["password"] })}
  </fieldset>`;
}

function team({ values, problems, currencies, timeZones }: Setup): Html {
  return html`<fieldset>
    <legend>Your team</legend>
    ${input({ name: "team", label: "Team name", type: "text", autocomplete: "organization", hint: "Your company’s, or what you call your books.", value: values.team, problem: problems["team"] })}
    ${select({ name: "currency", label: "Currency", options: currencyOptions(currencies, values.currency), problem: problems["currency"] })}
    ${select({ name: "time_zone", label: "Time zone", hint: "It says when a day begins and ends.", options: timeZoneOptionTags(timeZones, values.time_zone), problem: problems["time_zone"] })}
  </fieldset>`;
}

function currencyOptions(currencies: Setup["currencies"], chosen: string): Html {
  const known = currencies.map(({ code, name }) =>
    option(code, `${code} · ${name}`, code === chosen),
  );
  const isKnown = currencies.some(({ code }) => code === chosen);
  return html`${isKnown ? "" : option("", "Choose a currency", true)}${known}`;
}
