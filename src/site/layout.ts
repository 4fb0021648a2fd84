import { html } from "hono/html";
import { visible } from "../core/visible.ts";
import type { Instant } from "../shared/time.ts";
import { fontHref, iconHref, styleHref } from "./assets.ts";

export type Html = ReturnType<typeof html>;

/** The body begins with the only `h1`. */
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

export function row({ id, label, body }: { id: string; label: string; body: Html }): Html {
  return html`<section class="row" aria-labelledby="${id}-label">
    <h2 class="label" id="${id}-label">${label}</h2>
    <div class="entry">${body}</div>
  </section>`;
}

export function actions(body: Html): Html {
  return html`<div class="row actions"><div class="entry">${body}</div></div>`;
}

const mark = html`<svg class="mark" viewBox="4 3 16 18.75" fill="currentColor" aria-hidden="true">
  <rect x="10" y="3" width="10" height="3" />
  <rect x="4" y="8" width="16" height="3" />
  <rect x="13" y="13" width="7" height="3" />
  <rect x="4" y="18" width="16" height="1.25" />
  <rect x="4" y="20.5" width="16" height="1.25" />
</svg>`;

/** Each has its own shape, not only a colour. */
type Tone = "good" | "warn" | "bad";

const SHAPES: Readonly<Record<Tone, Html>> = {
  good: html`<circle cx="8" cy="8" r="6.25" /><path d="m5.25 8.25 2 2 3.5-4.25" />`,
  warn: html`<path d="M8 2 14.5 13.5h-13z" /><path d="M8 6.5v3.25M8 11.25v.75" />`,
  bad: html`<path d="M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4z" /><path
      d="M8 4.75v4M8 10.5v.75"
    />`,
};

export function shape(tone: Tone): Html {
  return html`<svg
    class="shape"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    aria-hidden="true"
  >
    ${SHAPES[tone]}
  </svg>`;
}

export function statusMark(tone: Tone, words: string): Html {
  return html`<span class="status ${tone}">${shape(tone)}${words}</span>`;
}

export function notice(tone: Tone, body: Html | string, attributes: Html | "" = ""): Html {
  return html`<div class="notice ${tone}" ${attributes}>
    ${shape(tone)}
    <div>${body}</div>
  </div>`;
}

/** Text by somebody else, such as a name. Isolated, it cannot turn around or hide the words beside it. */
export function given(text: string): Html {
  return html`<bdi>${visible(text)}</bdi>`;
}

/** `21 Nov 2026, 09:00 UTC`: the server does not know the reader's time zone. */
export function moment(instant: Instant): Html {
  const time = instant.slice(11, 16);
  return html`<time datetime="${instant}">${dayOf(instant)}, ${time} UTC</time>`;
}

export function calendarDay(instant: Instant): Html {
  return html`<time datetime="${instant}">${dayOf(instant)}</time>`;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function dayOf(instant: Instant): string {
  const [year, month, day] = instant.slice(0, 10).split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}
