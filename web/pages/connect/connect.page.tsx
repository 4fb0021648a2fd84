import { useNavigate, useSearch } from "@tanstack/react-router";
import { CopyButton } from "../../components/copy.tsx";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useMe } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { CLIENTS, firstThatReaches } from "./clients.ts";
import { Connected } from "./connected.tsx";
import { useGivenKey } from "./given-key.tsx";
import { LiveCheck } from "./live-check.tsx";
import { ReachNotice } from "./reach-notice.tsx";
import { type Reach, reachOf } from "./reach.ts";
import { serverName } from "./server.ts";
import type { StepsProps } from "./steps.tsx";
import { Trouble } from "./trouble.tsx";

export function Connect() {
  const { server, teams } = useMe();
  const team = useTeam();
  const given = useGivenKey();
  const url = `${server.baseUrl}/mcp`;
  return (
    <Page
      lead={
        <>
          An assistant works for <bdi>{team.name}</bdi> through this server’s address, with what you
          allow it. Choose yours, and follow its steps.
        </>
      }
      title="Connect"
    >
      <Address url={url} />
      <Clients
        baseUrl={server.baseUrl}
        given={given}
        reach={reachOf(server.baseUrl)}
        server={{ name: serverName(team, teams.length), url }}
      />
      <Connected />
      <Trouble baseUrl={server.baseUrl} />
    </Page>
  );
}

function Address({ url }: { readonly url: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="text-ink2" id="address">
        Address
      </span>
      <code aria-labelledby="address" className="min-w-0 font-mono font-medium break-all">
        {url}
      </code>
      <CopyButton label="Copy address" text={url} />
    </div>
  );
}

function Clients({ baseUrl, ...steps }: StepsProps & { readonly baseUrl: string }) {
  const { chosen, choose } = useChosenClient(steps.reach);
  return (
    <Tabs chosen={chosen} label="Assistants" onChoose={choose} tabs={CLIENTS}>
      <div className="grid max-w-settings gap-5">
        <ReachNotice baseUrl={baseUrl} client={chosen} reach={steps.reach} />
        <chosen.Steps {...steps} />
        <LiveCheck />
      </div>
    </Tabs>
  );
}

/** Keeps the choice in the address, so that a link leads to a client's steps. */
function useChosenClient(reach: Reach) {
  const { client: asked } = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosen = CLIENTS.find(({ id }) => id === asked) ?? firstThatReaches(reach);
  const choose = (client: string) =>
    void navigate({ to: "/connect", search: { client }, resetScroll: false });
  return { chosen, choose } as const;
}
