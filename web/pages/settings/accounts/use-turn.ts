import { toastRefusal } from "../../../components/toast.tsx";
import { useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithWayBack } from "../../../undo.ts";
import { type Account, ACCOUNT_CHANGES } from "./account.ts";

/** Disables an account, or enables it again, with Undo. */
export function useTurn({ id, name, enabled }: Account) {
  const team = useTeam().id;
  const write = useWrite("PATCH /api/teams/:team/bank-accounts/:id", { changes: ACCOUNT_CHANGES });
  return async () => {
    const answer = await toastRefusal(async () =>
      write.mutateAsync({ team, id, enabled: !enabled }),
    );
    if (answer === null) return;
    sayWithWayBack(`${name} is ${enabled ? "disabled" : "enabled"}.`, {
      about: id,
      back: async () => write.mutateAsync({ team, id, enabled }),
    });
  };
}
