import { html } from "hono/html";
import type { Html } from "../site/layout.ts";
import { row } from "../site/rows.ts";
import { calendarDay, given } from "../site/words.ts";
import type { ConsentView } from "./consent-page.ts";

/** The redirect URI comes first: an app can forge everything else about itself. */
export function clientRows(view: ConsentView): Html {
  return html`${destination(view)}
  ${row({ id: "client", label: "About it", body: html`${standing(view.client)}${website(view.client)}` })}`;
}

function destination({ redirectUri, onlyLoopback }: ConsentView): Html {
  const hint = onlyLoopback
    ? "This address of your own computer proves nothing about the app."
    : "Your answer goes to this address. Deny if you do not know it.";
  const body = html`<p class="id">${given(redirectUri)}</p>
    <p class="hint">${hint}</p>`;
  return row({ id: "destination", label: "Sends you to", body });
}

function standing({ kind, id, registeredAt }: ConsentView["client"]): Html {
  const day = calendarDay(registeredAt);
  const words = {
    confidential: html`<p>Added on ${day} by an administrator of this server.</p>`,
    document: html`<p>
        Published by <strong>${given(hostOf(id))}</strong>, known here since ${day}. Nobody has
        checked its name.
      </p>
      <p class="id">${given(id)}</p>`,
    registered: html`<p>It registered itself on ${day}. Nobody has checked its name.</p>`,
  };
  return words[kind];
}

/** The host alone: a path or a user name could imitate another website. */
function website({ website }: ConsentView["client"]): Html | "" {
  if (website === null) return "";
  const { host, href } = website;
  return html`<p>
    The website it gives: <a href="${href}" rel="noopener noreferrer nofollow">${given(host)}</a>
  </p>`;
}

function hostOf(id: string): string {
  return URL.parse(id)?.host ?? id;
}
