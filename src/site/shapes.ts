import { html } from "hono/html";
import type { Html } from "./layout.ts";

/** Right-aligned figures over the double rule that closes an account. */
export const mark = html`<svg
  class="mark"
  viewBox="4 3 16 18.75"
  fill="currentColor"
  aria-hidden="true"
>
  <rect x="10" y="3" width="10" height="3" />
  <rect x="4" y="8" width="16" height="3" />
  <rect x="13" y="13" width="7" height="3" />
  <rect x="4" y="18" width="16" height="1.25" />
  <rect x="4" y="20.5" width="16" height="1.25" />
</svg>`;

/** Meaning of a status or notice; each has its own shape, not only a colour. */
export type Tone = "good" | "warn" | "bad";

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
