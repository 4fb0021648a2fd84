import { html } from "hono/html";
import { hidden, input } from "./fields.ts";
import { type Html, layout } from "./layout.ts";
import { actions } from "./rows.ts";
import { notice } from "./shapes.ts";
import { given } from "./words.ts";

type SignIn = {
  readonly returnTo: string;
  readonly email: string;
  readonly problem: string | null;
  readonly signedInAs: string | null;
  readonly connecting: boolean;
};

export function signInPage(view: SignIn): Html {
  const { returnTo, problem } = view;
  // The browser's own check refuses internationalised addresses, which are valid here.
  const body = html`<h1>Sign in</h1>
    ${lead(view)}
    <form method="post" action="/signin" novalidate>
      ${problem === null ? "" : notice("bad", html`<p id="problem">${problem}</p>`, html`role="alert"`)}
      ${hidden("return", returnTo)} ${fields(view)}
      ${actions(html`<button class="primary" type="submit">Sign in</button>`)}
    </form>
    ${FORGOTTEN}`;
  return layout({ title: "Sign in", body });
}

function lead({ signedInAs, connecting }: SignIn): Html {
  const asking = html`<p class="lead">
    An app wants access to your books. Sign in first, and decide on the next page what it gets. The
    app never sees your password.
  </p>`;
  const switching = html`<p class="lead">
    You are signed in as ${given(signedInAs ?? "")}. Sign in here to use another account instead.
  </p>`;
  return html`${connecting ? asking : ""}${signedInAs === null ? "" : switching}`;
}

/** Marks both fields: the page does not reveal which of the two is wrong. */
function fields({ email, problem }: SignIn): Html {
  const described = problem === null ? {} : { describedBy: "problem" };
  const address = {
    name: "email",
    label: "E-mail",
    type: "email",
    autocomplete: "username",
    value: email,
    isFocused: email === "",
    ...described,
  } as const;
  const password = {
    name: "password",
    label: "Password",
    type: "password",
    autocomplete: "current-password",
    isFocused: email !== "",
    ...described,
  } as const;
  return html`${input(address)}${input(password)}`;
}

const FORGOTTEN = html`<details>
  <summary>Forgotten your password?</summary>
  <p>The operator of this server can set a new one, in a terminal:</p>
  <pre><code>npm run --silent admin -- user:set --user you@example.com --password-stdin</code></pre>
</details>`;
