import { html } from "hono/html";
import type { Html } from "./layout.ts";

export function row({ id, label, body }: { id: string; label: string; body: Html }): Html {
  return html`<section class="row" aria-labelledby="${id}-label">
    <h2 class="label" id="${id}-label">${label}</h2>
    <div class="entry">${body}</div>
  </section>`;
}

/** Row under a form's fields, aligned with them. */
export function actions(body: Html): Html {
  return html`<div class="row actions"><div class="entry">${body}</div></div>`;
}
