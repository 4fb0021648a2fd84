import { useNavigate } from "@tanstack/react-router";
import { toastRefusal } from "../../components/toast.tsx";
import { useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { INVOICE_CHANGES } from "./invoice.ts";

/** Makes a draft of the same lines, and opens it. */
export function useDuplicate() {
  const team = useTeam().id;
  const navigate = useNavigate();
  const write = useWrite("POST /api/teams/:team/invoices/:id/duplicate", {
    changes: INVOICE_CHANGES,
  });
  return async (id: string) => {
    const made = await toastRefusal(async () => write.mutateAsync({ team, id }));
    if (made !== null) await navigate({ to: "/invoices/$id/edit", params: { id: made.id } });
  };
}
