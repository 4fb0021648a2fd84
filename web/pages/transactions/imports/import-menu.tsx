import { Ellipsis } from "lucide-react";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuGroup, MenuItem, MenuLink, MenuRule } from "../../../components/menu.tsx";
import { useOpen } from "../../../open.ts";
import type { ImportRow } from "./import-list.tsx";

/** Element id of the menu's button, to which the focus returns. */
export function importMenuId(id: string): string {
  return `import-${id}`;
}

export function ImportMenu({ row: { id, file_name } }: { readonly row: ImportRow }) {
  const { show } = useOpen();
  return (
    <Menu
      trigger={
        <IconButton id={importMenuId(id)} label={`Actions for ${file_name}`}>
          <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
        </IconButton>
      }
    >
      <MenuGroup label={file_name}>
        <MenuLink search={{ import: id }} to="/transactions">
          Show its transactions
        </MenuLink>
        <MenuRule />
        <MenuItem onPress={() => show("remove", id)} tone="bad">
          Remove…
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}
