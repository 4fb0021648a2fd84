import type { ReactNode } from "react";
import { Answer } from "../../components/answer.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { type Connection, connectionsOf } from "./connection.ts";

type ConnectionsProps = {
  readonly everyMs?: number;
  readonly children: (connections: readonly Connection[]) => ReactNode;
};

export function Connections({ everyMs, children }: ConnectionsProps) {
  const { keys, apps } = useAnswers(everyMs);
  return (
    <Answer query={keys} what="the API keys">
      {(keys) => (
        <Answer query={apps} what="the connected apps">
          {(apps) => children(connectionsOf(keys, apps))}
        </Answer>
      )}
    </Answer>
  );
}

/** Keys and apps in force; null until both are loaded. */
export function useConnections(): readonly Connection[] | null {
  const { keys, apps } = useAnswers();
  if (keys.data === undefined || apps.data === undefined) return null;
  return connectionsOf(keys.data, apps.data);
}

function useAnswers(everyMs?: number) {
  const team = useTeam();
  const options = everyMs === undefined ? {} : { everyMs };
  return {
    keys: useOfTeam(team, "GET /api/teams/:team/keys", {}, options),
    apps: useOfTeam(team, "GET /api/teams/:team/apps", {}, options),
  } as const;
}
