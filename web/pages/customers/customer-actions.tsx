import { useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Ellipsis } from "lucide-react";
import { Button, ButtonLink, IconButton } from "../../components/button.tsx";
import { Menu, MenuItem } from "../../components/menu.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useOpen } from "../../open.ts";
import { useWrite } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { told } from "../../told.ts";
import { sayWithUndo } from "../../undo.ts";
import { CUSTOMERS } from "./customer-list.tsx";
import type { Customer } from "./customer.ts";

export const DELETE_CUSTOMER = "delete";
/** Element id of the menu's button. */
export const CUSTOMER_MENU = "customer-menu";

/** The timer, archiving and restoring; deleting is for owners and admins. */
export function CustomerActions({ customer }: { readonly customer: Customer }) {
  const { show } = useOpen();
  const isLeading = leads(useTeam());
  return (
    <>
      <ArchiveButton customer={customer} />
      {customer.is_archived ? null : (
        <ButtonLink kind="primary" search={{ new: "timer", customer: customer.id }} to="/time">
          Start timer
        </ButtonLink>
      )}
      {isLeading ? (
        <Menu
          trigger={
            <IconButton id={CUSTOMER_MENU} label={`Actions for ${customer.name}`}>
              <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
            </IconButton>
          }
        >
          <MenuItem onPress={() => show(DELETE_CUSTOMER)} tone="bad">
            Delete…
          </MenuItem>
        </Menu>
      ) : null}
    </>
  );
}

function ArchiveButton({ customer: { id, name, is_archived } }: { readonly customer: Customer }) {
  const team = useTeam();
  const queries = useQueryClient();
  const archive = useWrite("POST /api/teams/:team/customers/archive");
  const restore = useWrite("POST /api/teams/:team/customers/restore");
  const write = is_archived ? restore : archive;
  const act = async () => {
    const input = { team: team.id, chosen: { ids: [id] } };
    const answer = await told(async () => write.mutateAsync(input));
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
  const Icon = is_archived ? ArchiveRestore : Archive;
  return (
    <Button isBusy={archive.isPending || restore.isPending} onClick={() => void act()}>
      <Icon aria-hidden size={16} strokeWidth={1.5} />
      {is_archived ? "Restore" : "Archive"}
    </Button>
  );
}
