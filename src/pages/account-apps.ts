import { html } from "hono/html";
import type { Account } from "./account-page.ts";
import { hidden } from "./fields.ts";
import type { Html } from "./layout.ts";
import { row } from "./rows.ts";
import { status } from "./shapes.ts";
import { given, moment } from "./words.ts";

export function appsRow(view: Account): Html {
  const items = view.apps.map((app) => connected(view.csrf, app));
  const body =
    items.length > 0
      ? html`<ul>
          ${items}
        </ul>`
      : none(view.endpoint);
  return row({ id: "apps", label: "Connected apps", body });
}

function connected(csrf: string, app: Account["apps"][number]): Html {
  const { teamId, team, id, name, host, access, connectedAt, lastUsedAt, isUnverified } = app;
  const used = lastUsedAt === null ? "Never used" : html`Last used ${moment(lastUsedAt)}`;
  return html`<li class="item">
    <div>
      <p class="title">
        <strong>${given(name)}</strong> ${isUnverified ? status("warn", "Unverified app") : ""}
      </p>
      <p>${given(team)} · ${access}</p>
      <p class="quiet">Sends to ${given(host)}</p>
      <p class="quiet">Connected ${moment(connectedAt)}</p>
      <p class="quiet">${used}</p>
    </div>
    <form method="post" action="/account/apps/disconnect">
      ${hidden("csrf", csrf)}${hidden("team", teamId)}${hidden("grant", id)}
      <button type="submit">Disconnect<span class="unseen"> ${given(name)}</span></button>
    </form>
  </li>`;
}

function none(endpoint: string): Html {
  return html`<p>
      No app is connected. To connect one, give it this address; it then sends you here to allow it.
    </p>
    <p class="id endpoint">${endpoint}</p>`;
}
