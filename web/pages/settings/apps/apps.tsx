import { Link } from "@tanstack/react-router";
import type { Output } from "../../../api.ts";
import { Answer, Empty } from "../../../components/answer.tsx";
import { Button, ButtonLink } from "../../../components/button.tsx";
import { DeleteDialog } from "../../../components/delete-dialog.tsx";
import { Item, Items, Section } from "../../../components/page.tsx";
import { Reach } from "../../../components/reach.tsx";
import { Status } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";

type App = Output<"GET /api/teams/:team/apps">["apps"][number];

export function Apps() {
  const team = useTeam();
  const apps = useOfTeam(team, "GET /api/teams/:team/apps", {});
  const { open, about } = useOpen();
  const app = apps.data?.apps.find(({ id }) => id === about);
  return (
    <Section hint={leads(team) ? EVERYBODYS : OWN} id="apps" title="Connected apps">
      <Answer query={apps} what="the connected apps">
        {({ apps }) =>
          apps.length === 0 ? (
            <Empty
              action={<ButtonLink to="/connect">Connect an assistant</ButtonLink>}
              title="No app is connected"
            >
              Give an app the address of this server: a page of this server asks you to allow it,
              and it needs no key.
            </Empty>
          ) : (
            <Items label="Connected apps">
              {apps.map((app) => (
                <AppItem key={app.id} of={app} />
              ))}
            </Items>
          )
        }
      </Answer>
      {open === "disconnect" && app !== undefined ? (
        <DisconnectAppDialog apps={apps.data?.apps ?? []} of={app} />
      ) : null}
    </Section>
  );
}

const EVERYBODYS =
  "All apps that people have connected to the team. You can disconnect any of them.";
const OWN =
  "Apps that you have connected. Owners and admins see them too, and can disconnect them.";

/** Id of the button that disconnects an app, for returning the focus. */
function disconnectId(appId: string): string {
  return `app-${appId}`;
}

function AppItem({ of: app }: { readonly of: App }) {
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
        <Reach opens={opens} />, by {counted(scopes.length, "scope")}
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

type DisconnectAppProps = { readonly of: App; readonly apps: readonly App[] };

function DisconnectAppDialog({ of: app, apps }: DisconnectAppProps) {
  const { hide } = useOpen();
  const at = apps.indexOf(app);
  const next = apps[at + 1] ?? apps[at - 1];
  return (
    <DeleteDialog
      backTo={[disconnectId(app.id), next && disconnectId(next.id), "apps"]}
      description={
        <>
          <bdi className="font-medium">{app.name}</bdi>, which redirects to{" "}
          <bdi className="font-medium">{app.host}</bdi>
        </>
      }
      given={{ team: useTeam().id, id: app.id }}
      onClose={hide}
      route="DELETE /api/teams/:team/apps/:id"
      said={`${app.name} is disconnected.`}
      submit="Disconnect the app"
      title="Disconnect the app"
    >
      <div className="grid gap-2">
        <p>
          {app.lastUsedAt === null ? (
            "It was never used. "
          ) : (
            <>
              Last used <When at={app.lastUsedAt} />.{" "}
            </>
          )}
          Its next call is refused, until{" "}
          {app.holder.isYou ? (
            "you allow"
          ) : (
            <>
              <bdi>{app.holder.name}</bdi> allows
            </>
          )}{" "}
          it again.
        </p>
        <p className="text-ink2">Its history stays in Activity.</p>
      </div>
    </DeleteDialog>
  );
}
