import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { type Team, useMe } from "./queries.ts";

type Chosen = { readonly team: Team; readonly choose: (id: string) => void };

const ChosenTeam = createContext<Chosen | null>(null);

/** Key in local storage: id of the team last shown. */
const KEPT = "team";

type TeamChoiceProps = {
  readonly children: ReactNode;
  /** Shown to a user without a team. */
  readonly otherwise: ReactNode;
};

/** Provides the current team: the one last shown, or the first. */
export function TeamChoice({ children, otherwise }: TeamChoiceProps) {
  const { teams } = useMe();
  const [id, setId] = useState(() => localStorage.getItem(KEPT));
  const team = teams.find((team) => team.id === id) ?? teams[0];
  const chosen = useMemo(() => {
    if (team === undefined) return null;
    const choose = (id: string) => {
      localStorage.setItem(KEPT, id);
      setId(id);
    };
    return { team, choose };
  }, [team]);
  if (chosen === null) return otherwise;
  return <ChosenTeam value={chosen}>{children}</ChosenTeam>;
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
