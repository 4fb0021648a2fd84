import { useOfTeam } from "../../queries.ts";
import { useIsSetUpHidden } from "../../set-up-list.ts";
import { leads, useTeam } from "../../team.tsx";
import { hasConnected } from "../connect/connection.ts";
import { useConnections } from "../connect/connections.tsx";
import { Checklist, type Step } from "./checklist.tsx";

/** First steps of a new team. Each is derived from the data; the list goes when all are done. */
export function SetUp() {
  const team = useTeam();
  const isHidden = useIsSetUpHidden(team.id);
  if (isHidden) return null;
  return leads(team) ? <SetUpTeam /> : <SetUpAssistant />;
}

function SetUpAssistant() {
  const steps = useAssistantSteps();
  return steps === null ? null : <Checklist steps={steps} />;
}

/** Adds the step of inviting members, for owners and admins. */
function SetUpTeam() {
  const team = useTeam();
  const steps = useAssistantSteps();
  const members = useOfTeam(team, "GET /api/teams/:team/members", {}).data?.members;
  const invitations = useOfTeam(team, "GET /api/teams/:team/invitations", {}).data?.invitations;
  if (steps === null || members === undefined || invitations === undefined) return null;
  const invite: Step = {
    title: "Invite somebody, if you are not alone",
    hint: "They sign in with an account of their own, and you choose their role.",
    isDone: members.length > 1 || invitations.length > 0,
    action: "Invite somebody",
    link: { to: "/settings/team", search: { open: "invite" } },
  };
  return <Checklist steps={[...steps, invite]} />;
}

/** Null until loaded. */
function useAssistantSteps(): readonly Step[] | null {
  const connections = useConnections();
  if (connections === null) return null;
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
