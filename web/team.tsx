import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { type Team, useMe } from "./queries.ts";

type Chosen = { readonly team: Team; readonly choose: (id: string) => void };

const ChosenTeam = createContext<Chosen | null>(null);

const YEAR_SECONDS = 365 * 24 * 60 * 60;

type TeamChoiceProps = {
  readonly children: ReactNode;
  readonly otherwise: ReactNode;
};

/** Provides the current team: the one last shown, or the first. */
export function TeamChoice({ children, otherwise }: TeamChoiceProps) {
  const { teams } = useMe();
  const [id, setId] = useState(keptTeam);
  const team = teams.find((team) => team.id === id) ?? teams[0];
  const chosen = useMemo(() => {
    if (team === undefined) return null;
    const choose = (id: string) => {
      // A cookie: the server reads it to have the browser ask for the team's records beside the scripts.
      document.cookie = `team=${id}; max-age=${YEAR_SECONDS}; path=/; samesite=lax`;
      setId(id);
    };
    return { team, choose };
  }, [team]);
  if (chosen === null) return otherwise;
  return <ChosenTeam value={chosen}>{children}</ChosenTeam>;
}

function keptTeam(): string | null {
  return /(?:^|; )team=([^;]+)/.exec(document.cookie)?.[1] ?? null;
}

export function useTeam(): Team {
  return useChosen().team;
}

export function useChosen(): Chosen {
  const chosen = use(ChosenTeam);
  if (chosen === null) throw new Error("no team was chosen above this component");
  return chosen;
}

/** True for owners and admins. */
export function leads({ role }: Pick<Team, "role">): boolean {
  return role !== "member";
}

/** True if the credentials of this role are limited in the team. */
export function isCapped({
  role,
  memberFullAccess,
}: Pick<Team, "role" | "memberFullAccess">): boolean {
  return role === "member" && !memberFullAccess;
}
