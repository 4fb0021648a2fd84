import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuLink, MenuRule } from "../../../components/menu.tsx";
import { say } from "../../../components/toast.tsx";
import { reloadRows } from "../../../list/changes.ts";
import { useOpen } from "../../../open.ts";
import { useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import type { ImportRow } from "./import-list.tsx";

/** Element id of the menu's button, to which the focus returns. */
export function menuId(id: string): string {
  return `import-${id}`;
}

export function ImportMenu({ row: { id, file_name, event } }: { readonly row: ImportRow }) {
  const team = useTeam().id;
  const queries = useQueryClient();
  const { show } = useOpen();
  const undo = useWrite("POST /api/teams/:team/activity/:id/undo");
  const takeBack = async (event: string) => {
    const answer = await told(async () => undo.mutateAsync({ team, id: event }));
    if (answer === null) return;
    say(`The import of ${file_name} is undone.`);
    await reloadRows(queries, { route: "GET /api/teams/:team/imports" });
  };
  return (
    <Menu
      trigger={
        <IconButton id={menuId(id)} label={`Actions for ${file_name}`}>
          <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
        </IconButton>
      }
    >
      <MenuLink search={{ import: id }} to="/transactions">
        Show its transactions
      </MenuLink>
      {event === null ? null : (
        <MenuItem onPress={() => void takeBack(event)}>Undo the import</MenuItem>
      )}
      <MenuRule />
      <MenuItem onPress={() => show("remove", id)} tone="bad">
        Remove…
      </MenuItem>
    </Menu>
  );
}
