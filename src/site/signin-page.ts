import { html } from "hono/html";
import { hidden, input } from "./fields.ts";
import { type Html, layout } from "./layout.ts";
import { actions } from "./rows.ts";
import { notice } from "./shapes.ts";
import { given } from "./words.ts";

/** Reason of a refusal, and the next step. */
export type Problem = { readonly title: string; readonly next: string };

type SignIn = {
  readonly returnTo: string;
  readonly email: string;
  readonly problem: Problem | null;
  readonly signedInAs: string | null;
  readonly connecting: boolean;
};

export function signInPage(view: SignIn): Html {
  const { returnTo, problem } = view;
  const body = html`<h1>Sign in</h1>
    ${lead(view)}
    <form method="post" action="/signin">
      ${problem === null ? "" : notice("bad", html`<div id="problem">${refusal(problem)}</div>`, html`role="alert"`)}
      ${hidden("return", returnTo)} ${fields(view)}
      ${actions(html`<button class="primary" type="submit">Sign in</button>`)}
    </form>
    ${forgotten(problem !== null)}`;
  return layout({ title: "Sign in", body });
}

function lead({ returnTo, signedInAs, connecting }: SignIn): Html {
  const asking = html`<p class="lead">
    An app wants access to your books. Sign in first, and decide on the next page what it gets. The
    app never sees your password.
  </p>`;
  const switching = html`<p class="lead">
    You are signed in as ${given(signedInAs ?? "")}. Sign in here to use another account instead.
  </p>`;
  const returning = html`<p class="lead">After that you are back at the page that you opened.</p>`;
  const isBack = returnTo !== "/" && !connecting && signedInAs === null;
  return html`${connecting ? asking : ""}${isBack ? returning : ""}${signedInAs === null ? "" : switching}`;
}

/** Marks both fields: the page does not reveal which of the two is wrong. */
function fields({ email, problem }: SignIn): Html {
  const described = problem === null ? {} : { describedBy: "problem" };
  const address = {
    name: "email",
    label: "E-mail",
    // The browser's check of an e-mail field refuses internationalised addresses, which are valid here.
    type: "text",
    inputmode: "email",
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

function refusal({ title, next }: Problem): Html {
  return html`<p><strong>${title}</strong></p>
    <p>${next}</p>`;
}

/** Open once a sign-in was refused: nobody has to look for it then. */
function forgotten(isOpen: boolean): Html {
  return html`<details ${isOpen ? html`open` : ""}>
    <summary>Forgotten your password?</summary>
    <p>
      Nobody can read it, but the person who runs this server can set a new one. If you do not know
      who that is, ask an owner or admin of your team. They set it in a terminal:
    </p>
    <pre><code>npm run --silent admin -- user:set --user you@example.com <span class="whole">--password-stdin</span></code></pre>
  </details>`;
}
