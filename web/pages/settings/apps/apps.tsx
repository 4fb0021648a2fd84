import type { Output } from "../../../api.ts";
import { Answer, Empty } from "../../../components/answer.tsx";
import { ButtonLink } from "../../../components/button.tsx";
import { Items, Section } from "../../../components/page.tsx";
import { useOpen } from "../../../open.ts";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { AppItem } from "./app-item.tsx";
import { DisconnectAppDialog } from "./disconnect-app.tsx";

export type App = Output<"GET /api/teams/:team/apps">["apps"][number];

export function Apps() {
  const team = useTeam();
  const apps = useOfTeam(team, "GET /api/teams/:team/apps", {});
  return (
    <Section hint={leads(team) ? EVERYBODYS : OWN} id="apps" title="Connected apps">
      <Answer query={apps} what="the connected apps">
        {({ apps }) => (
          <>
            {apps.length === 0 ? <NoApps /> : <AppList apps={apps} />}
            <DialogOfApp apps={apps} />
          </>
        )}
      </Answer>
    </Section>
  );
}

const EVERYBODYS =
  "All apps that people have connected to the team. You can disconnect any of them.";
const OWN =
  "Apps that you have connected. Owners and admins see them too, and can disconnect them.";

function NoApps() {
  return (
    <Empty
      action={<ButtonLink to="/connect">Connect an assistant</ButtonLink>}
      title="No app is connected"
    >
      Give an app the address of this server: a page of this server asks you to allow it, and it
      needs no key.
    </Empty>
  );
}

function AppList({ apps }: { readonly apps: readonly App[] }) {
  return (
    <Items label="Connected apps">
      {apps.map((app) => (
        <AppItem key={app.id} of={app} />
      ))}
    </Items>
  );
}

function DialogOfApp({ apps }: { readonly apps: readonly App[] }) {
  const { open, about } = useOpen();
  const app = apps.find((app) => app.id === about);
  return open === "disconnect" && app !== undefined ? (
    <DisconnectAppDialog apps={apps} of={app} />
  ) : null;
}
