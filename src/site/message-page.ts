import { html } from "hono/html";
import { type Html, layout } from "./layout.ts";

type Message = {
  readonly title: string;
  readonly message: string;
  readonly next: string;
  readonly link?: { readonly href: string; readonly label: string } | undefined;
};

export function messagePage({ title, message, next, link }: Message): Html {
  const body = html`<h1>${title}</h1>
    <div class="message">
      <p class="lead">${message}</p>
      <p>${next}</p>
      ${link === undefined ? "" : html`<p class="way-on"><a class="button primary" href="${link.href}">${link.label}</a></p>`}
    </div>`;
  return layout({ title, body });
}
