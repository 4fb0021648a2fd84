import { html } from "hono/html";
import type { Invited } from "../accounts/join.ts";
import { hidden, input, problemSummary, select } from "./fields.ts";
import type { Html } from "./layout.ts";
import { actions } from "./rows.ts";
import { timeZoneOptionTags } from "./time-zones.ts";

/** Typed values; the password is never sent back. */
export type JoinValues = { readonly name: string; readonly time_zone: string };

type Filled = {
  readonly token: string;
  readonly invited: Pick<Invited, "email">;
  readonly values: JoinValues;
  readonly problems: Readonly<Record<string, string>>;
};

/** Form for a new account. Its address is the invitation's, whatever the form sends. */
export function joinForm({ token, invited, values, problems }: Filled): Html {
  const isLost = Object.keys(problems).length > 0 && problems["password"] === undefined;
  const again = isLost ? " Please type it again." : "";
  const timeZones = timeZoneOptionTags(Intl.supportedValuesOf("timeZone"), values.time_zone);
  return html`<form method="post" action="/join" novalidate>
    ${problemSummary(Object.entries(problems))} ${hidden("token", token)}
    <fieldset>
      <legend>You</legend>
      ${input({ name: "email", label: "E-mail", type: "email", autocomplete: "username", hint: "You sign in with it.", value: invited.email, isFixed: true })}
      ${input({ name: "name", label: "Your name", type: "text", autocomplete: "name", value: values.name, problem: problems["name"] })}
      ${input({ name: "password", label: "Password", type: "password", autocomplete: "new-password", hint: `10 to 1,000 characters, any you like.${again}`, problem: problems["password"] })}
      ${select({ name: "time_zone", label: "Time zone", hint: "It says when a day begins and ends.", options: timeZones, problem: problems["time_zone"] })}
    </fieldset>
    ${actions(html`<button class="primary" type="submit">Create account and join</button>`)}
  </form>`;
}
