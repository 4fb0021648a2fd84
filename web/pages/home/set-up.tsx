import { useIsFetching } from "@tanstack/react-query";
import { useIsSetUpHidden } from "../../preferences.ts";
import { type Team, useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { type Connection, hasConnected } from "../connect/connection.ts";
import { useConnections } from "../connect/connections.tsx";
import { Checklist, type Step } from "./checklist.tsx";

/** First steps of a new team. Each is derived from the data; the list goes when all are done. */
export function SetUp({ steps }: { readonly steps: readonly Step[] }) {
  const isHidden = useIsSetUpHidden(useTeam().id);
  return isHidden ? null : <Checklist steps={steps} />;
}

type Steps = {
  readonly steps: readonly Step[];
  /** True until they are loaded. */
  readonly isPending: boolean;
};

/** Steps of the set-up, none when they could not be loaded. Owners and admins are asked to invite members too. */
export function useSetUpSteps(): Steps {
  const team = useTeam();
  const connections = useConnections();
  const others = useOthers(team);
  const isPending = useIsFetching({ predicate: ({ state }) => state.status === "pending" }) > 0;
  if (connections === null) return { steps: [], isPending };
  const assistant = assistantSteps(connections);
  if (!leads(team)) return { steps: assistant, isPending: false };
  if (others === null) return { steps: [], isPending };
  const invite: Step = {
    title: "Invite your team",
    hint: "They sign in with an account of their own, and you choose their role.",
    isDone: others > 0,
    action: "Invite somebody",
    link: { to: "/settings/team", search: { open: "invite" } },
  };
  return { steps: [...assistant, invite], isPending: false };
}

/** Number of other members, and of people who are invited; null until loaded. */
function useOthers(team: Team): number | null {
  const { data: members } = useOfTeam(team, "GET /api/teams/:team/members", {});
  const { data: invited } = useOfTeam(
    team,
    "GET /api/teams/:team/invitations",
    {},
    { isAsked: leads(team) },
  );
  if (members === undefined || invited === undefined) return null;
  return members.members.length - 1 + invited.invitations.length;
}

function assistantSteps(connections: readonly Connection[]): readonly Step[] {
  return [
    {
      title: "Connect an assistant",
      hint: "Claude, ChatGPT, Cursor or another: a few steps for each.",
      isDone: connections.some(hasConnected),
      action: "Choose yours",
      link: { to: "/connect" },
    },
    {
      title: "Ask it something",
      hint: "“Which customers do I have?” will do. Connect shows the first call as it arrives.",
      isDone: connections.some(({ lastUsedAt }) => lastUsedAt !== null),
      action: "Watch for it",
      link: { to: "/connect" },
    },
  ];
}
