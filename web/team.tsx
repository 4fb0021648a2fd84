import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { type Team, useMe } from "./queries.ts";

type Chosen = { readonly team: Team; readonly choose: (id: string) => void };

const ChosenTeam = createContext<Chosen | null>(null);

/** Where the browser keeps which team was looked at last. */
const KEPT = "team";

type TeamChoiceProps = {
  readonly children: ReactNode;
  /** For whoever is in no team. */
  readonly otherwise: ReactNode;
};

/** The team that the pages below are about: the one that was looked at last, or the first. */
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

/** What a person may do in the team, beyond what every member may. */
export function leads({ role }: Pick<Team, "role">): boolean {
  return role !== "member";
}

/** Whether what a person's assistants may do in the team stops short of everything. */
export function isCapped({
  role,
  memberFullAccess,
}: Pick<Team, "role" | "memberFullAccess">): boolean {
  return role === "member" && !memberFullAccess;
}
