import { useQueryClient } from "@tanstack/react-query";
import { Button, ButtonLink } from "../../components/button.tsx";
import { ActionsMenu, MenuItem, MenuRule } from "../../components/menu.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useOpen } from "../../open.ts";
import { useWrite } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { NEW_INVOICE } from "../invoices/invoice.ts";
import { NEW_PROJECT } from "../projects/project.ts";
import { CUSTOMERS } from "./customer-list.tsx";
import type { Customer } from "./customer.ts";

export const DELETE_CUSTOMER = "delete";
export const CUSTOMER_MENU = "customer-menu";

export function CustomerActions({ customer }: { readonly customer: Customer }) {
  const { show } = useOpen();
  const isLeading = leads(useTeam());
  const { change, isPending } = useArchiving(customer);
  const { id, name, is_archived, project_count } = customer;
  return (
    <>
      {is_archived ? (
        <Button isBusy={isPending} onClick={() => void change()}>
          Restore
        </Button>
      ) : (
        <>
          {project_count === 0 ? (
            <ButtonLink search={{ customer: id, open: NEW_PROJECT }} to="/projects">
              New project
            </ButtonLink>
          ) : null}
          <ButtonLink search={{ new: "timer", customer: id }} to="/time">
            Start timer
          </ButtonLink>
          <ButtonLink kind="primary" search={{ customer: id, open: NEW_INVOICE }} to="/invoices">
            New invoice
          </ButtonLink>
        </>
      )}
      {is_archived && !isLeading ? null : (
        <ActionsMenu id={CUSTOMER_MENU} label={`Actions for ${name}`}>
          {is_archived ? null : <MenuItem onPress={() => void change()}>Archive</MenuItem>}
          {is_archived || !isLeading ? null : <MenuRule />}
          {isLeading ? (
            <MenuItem onPress={() => show(DELETE_CUSTOMER)} tone="bad">
              Delete…
            </MenuItem>
          ) : null}
        </ActionsMenu>
      )}
    </>
  );
}

/** Archives the customer, or restores it; either can be undone. */
export function useArchiving({ id, name, is_archived }: Customer) {
  const team = useTeam();
  const queries = useQueryClient();
  const archive = useWrite("POST /api/teams/:team/customers/archive");
  const restore = useWrite("POST /api/teams/:team/customers/restore");
  const write = is_archived ? restore : archive;
  const change = async () => {
    const input = { team: team.id, chosen: { ids: [id] } };
    const answer = await toastRefusal(async () => write.mutateAsync(input));
    if (answer === null) return;
    const refresh = async () => {
      await queries.invalidateQueries();
      await reloadRows(queries, CUSTOMERS);
    };
    const { event } = answer;
    const did = is_archived ? "restored" : "archived";
    sayWithUndo(`${name} is ${did}.`, { team: team.id, event, after: refresh });
    await reloadRows(queries, CUSTOMERS);
  };
  return { change, isPending: archive.isPending || restore.isPending } as const;
}
