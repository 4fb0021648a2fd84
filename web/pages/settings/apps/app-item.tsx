import { Link } from "@tanstack/react-router";
import { Button } from "../../../components/button.tsx";
import { Item } from "../../../components/page.tsx";
import { Status } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { useOpen } from "../../../open.ts";
import { Reach } from "../reach.tsx";
import type { App } from "./apps.tsx";

/** Id of the button that disconnects an app, for returning the focus. */
export function disconnectId(appId: string): string {
  return `app-${appId}`;
}

export function AppItem({ of: app }: { readonly of: App }) {
  const { show } = useOpen();
  return (
    <Item
      actions={
        <Button id={disconnectId(app.id)} onClick={() => show("disconnect", app.id)}>
          Disconnect…
          <span className="sr-only">
            {" "}
            <bdi>{app.name}</bdi>
          </span>
        </Button>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-medium">{app.name}</bdi>
        {app.isUnverified ? <Status tone="warn">Unverified</Status> : null}
      </p>
      <p>
        Redirects to <bdi className="font-medium">{app.host}</bdi>
      </p>
      <Scopes of={app} />
      <p className="text-ink2">
        Connected by {app.holder.isYou ? "you" : <bdi>{app.holder.name}</bdi>}{" "}
        <When at={app.connectedAt} />
      </p>
      <p className="text-ink2">
        <LastUse of={app} />, ends <When at={app.expiresAt} />
      </p>
      <p className="flex flex-wrap gap-x-4">
        <Link
          className="inline-block max-sm:py-3"
          search={{ credential: `app:${app.id}` }}
          to="/activity"
        >
          See its activity
        </Link>
        <Link
          className="inline-block max-sm:py-3"
          search={{ credential: `app:${app.id}` }}
          to="/calls"
        >
          See its calls
        </Link>
      </p>
    </Item>
  );
}

function Scopes({ of: { scopes, opens } }: { readonly of: App }) {
  return (
    <details>
      <summary className="cursor-pointer max-sm:-my-2 max-sm:py-3">
        <Reach opens={opens} />, by {scopes.length} {scopes.length === 1 ? "scope" : "scopes"}
      </summary>
      <ul className="py-1">
        {scopes.map(({ name, words }) => (
          <li key={name}>
            {words} <code className="font-mono text-small text-ink2">{name}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function LastUse({ of: { lastUsedAt, lastUsedBy } }: { readonly of: App }) {
  if (lastUsedAt === null) return "Never used";
  return (
    <>
      Last used <When at={lastUsedAt} />
      {lastUsedBy === null ? null : (
        <>
          {" "}
          by <bdi>{lastUsedBy}</bdi>
        </>
      )}
    </>
  );
}
