import { Page } from "../../components/page.tsx";
import { Notice } from "../../components/status.tsx";
import { ListView } from "../../list/list-view.tsx";
import { useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { CALLS } from "./call-list.tsx";
import { choicesIn } from "./filters.ts";
import { useIsLogged } from "./is-logged.ts";

const BACK = { to: "/activity", label: "Activity" } as const;

/** The call log: what keys and apps asked, reads included. */
export function Calls() {
  const team = useTeam();
  const keys = useOfTeam(team, "GET /api/teams/:team/keys", {});
  const apps = useOfTeam(team, "GET /api/teams/:team/apps", {});
  const tools = useOfTeam(team, "GET /api/teams/:team/tools", {});
  const choices = choicesIn({
    keys: keys.data?.keys,
    apps: apps.data?.apps,
    tools: tools.data?.tools,
  });
  return (
    <Page
      back={BACK}
      lead={`Calls of ${leads(team) ? "the team’s" : "your"} keys and apps in 14 days, without arguments and results.`}
      title="Calls"
    >
      {useIsLogged() ? null : (
        <Notice title="Calls are not logged" tone="quiet">
          <p>The server runs with CALL_LOG=off. Changes are in Activity all the same.</p>
        </Notice>
      )}
      <ListView choices={choices} list={CALLS} />
    </Page>
  );
}
