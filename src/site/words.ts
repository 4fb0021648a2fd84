import { html } from "hono/html";
import { visible } from "../core/visible.ts";
import type { Instant } from "../shared/time.ts";
import type { Html } from "./layout.ts";

/**
 * Text by somebody else, such as a name, isolated so that it cannot turn around or hide the words
 * beside it.
 */
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
