import { html } from "hono/html";
import type { Account } from "./account-page.ts";
import { hidden } from "./fields.ts";
import type { Html } from "./layout.ts";
import { row } from "./rows.ts";
import { status } from "./shapes.ts";
import { given, moment } from "./words.ts";

export function sessionsRow({ csrf, sessions }: Account): Html {
  const others = sessions.filter((session) => !session.isCurrent);
  const everywhere =
    others.length > 0
      ? html`<div class="way-on">${ending(csrf, "others", html`Sign out everywhere else`)}</div>`
      : "";
  const body = html`<ul>
      ${sessions.map((session) => signedIn(csrf, session))}
    </ul>
    ${everywhere}`;
  return row({ id: "sessions", label: "Signed in on", body });
}

/** The session that shows this page ends with the button beside the person's name. */
function signedIn(csrf: string, session: Account["sessions"][number]): Html {
  const { id, device, signedInAt, lastSeenAt, isCurrent } = session;
  const end = ending(csrf, id, html`Sign out<span class="unseen"> ${given(device)}</span>`);
  return html`<li class="item">
    <div>
      <p class="title">
        <strong>${given(device)}</strong> ${isCurrent ? status("good", "This one") : ""}
      </p>
      <p class="quiet">Signed in ${moment(signedInAt)}</p>
      <p class="quiet">Last seen ${moment(lastSeenAt)}</p>
    </div>
    ${isCurrent ? "" : end}
  </li>`;
}

function ending(csrf: string, session: string, words: Html): Html {
  return html`<form method="post" action="/account/sessions/end">
    ${hidden("csrf", csrf)}${hidden("session", session)}<button type="submit">${words}</button>
  </form>`;
}
