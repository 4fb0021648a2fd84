import { useMe } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";

type Whose = {
  /** Id of somebody else; left out: the reader. */
  readonly person: string | undefined;
  /** True when the address names somebody whose time the reader may not see. */
  readonly isRefused: boolean;
};

/** Person whose time the address asks for. */
export function useWhose(asked: string | undefined): Whose {
  const isLeading = leads(useTeam());
  const { user } = useMe();
  if (asked === undefined || asked === user.id) return { person: undefined, isRefused: false };
  return isLeading ? { person: asked, isRefused: false } : { person: undefined, isRefused: true };
}
