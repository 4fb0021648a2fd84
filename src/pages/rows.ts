import { html } from "hono/html";
import type { Html } from "./layout.ts";

/** A part of a page: its heading stands in the margin where there is room for one. */
export function row({ id, label, body }: { id: string; label: string; body: Html }): Html {
  return html`<section class="row" aria-labelledby="${id}-label">
    <h2 class="label" id="${id}-label">${label}</h2>
    <div class="entry">${body}</div>
  </section>`;
}

/** What stands under the fields of a form: its button, which begins where they do. */
export function actions(body: Html): Html {
  return html`<div class="row actions"><div class="entry">${body}</div></div>`;
}
