import { html } from "hono/html";
import { type Html, layout } from "./layout.ts";

type Message = {
  readonly title: string;
  readonly message: string;
  /** What the reader can do now. */
  readonly next: string;
  readonly link?: { readonly href: string; readonly label: string } | undefined;
};

/** Says what happened where there is nothing else to show, and what to do next. */
export function messagePage({ title, message, next, link }: Message): Html {
  const body = html`<h1>${title}</h1>
    <div class="message">
      <p class="lead">${message}</p>
      <p>${next}</p>
      ${link === undefined ? "" : html`<p class="way-on"><a class="button" href="${link.href}">${link.label}</a></p>`}
    </div>`;
  return layout({ title, body });
}
