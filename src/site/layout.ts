import { html } from "hono/html";
import { fontHref, iconHref, styleHref } from "./assets.ts";
import { mark } from "./shapes.ts";

export type Html = ReturnType<typeof html>;

/** Whole page. Its body begins with the only `h1`. */
export function layout({ title, body }: { title: string; body: Html }): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Ledgerport</title>
        <link rel="stylesheet" href="${styleHref}" />
        <link rel="preload" href="${fontHref}" as="font" type="font/woff2" crossorigin />
        <link rel="icon" href="${iconHref}" type="image/svg+xml" />
      </head>
      <body>
        <header class="letterhead">${mark}<span>Ledgerport</span></header>
        <main>${body}</main>
        <footer>Ledgerport, a financial back office on a server of your own</footer>
      </body>
    </html> `;
}
