import { Answer } from "../../components/answer.tsx";
import { Page } from "../../components/page.tsx";
import { SaveRowsButton } from "../../components/save-rows.tsx";
import { Notice } from "../../components/status.tsx";
import { useListAddress } from "../../list/address.ts";
import { ListView } from "../../list/list-view.tsx";
import { useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { CALLS, useLogState, NoneYet } from "./call-list.tsx";
import { type Call, callsCsv, callChoices } from "./call.ts";

const BACK = { to: "/activity", label: "Activity" } as const;

/** The call log: what keys and apps asked, reads included. */
export function Calls() {
  const team = useTeam();
  const state = useLogState();
  const isFiltered = Object.keys(useListAddress(CALLS).values).length > 0;
  const keys = useOfTeam(team, "GET /api/teams/:team/keys", {});
  const apps = useOfTeam(team, "GET /api/teams/:team/apps", {});
  const tools = useOfTeam(team, "GET /api/teams/:team/tools", {});
  const choices = callChoices({
    keys: keys.data?.keys,
    apps: apps.data?.apps,
    tools: tools.data?.tools,
  });
  return (
    <Page
      back={BACK}
      lead={`Calls of ${leads(team) ? "the team’s" : "your"} keys and apps in the last 14 days: what was asked for, not the data.`}
      title="Assistant calls"
    >
      {state.data?.isOn === false ? (
        <Notice title="Calls are not logged" tone="quiet">
          <p>The server runs with CALL_LOG=off. Changes are in Activity all the same.</p>
        </Notice>
      ) : null}
      <Answer query={state} what="the calls">
        {({ calls }) =>
          calls.length === 0 && !isFiltered ? (
            <NoneYet />
          ) : (
            <ListView Actions={SaveRows} choices={choices} list={CALLS} />
          )
        }
      </Answer>
    </Page>
  );
}

function SaveRows({ rows }: { readonly rows: readonly Call[] }) {
  return <SaveRowsButton csvOf={callsCsv} name="calls" rows={rows} />;
}
