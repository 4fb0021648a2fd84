import { Ellipsis } from "lucide-react";
import { IconButton } from "../../components/button.tsx";
import { Menu, MenuItem, MenuLink, MenuRule } from "../../components/menu.tsx";
import { useOpen } from "../../open.ts";
import { useTags } from "../../tags/use-tags.ts";
import { menuId, type Tag } from "./tag.ts";

export function TagMenu({ tag: { id, name } }: { readonly tag: Tag }) {
  const { show } = useOpen();
  const canMerge = (useTags() ?? []).length > 1;
  return (
    <Menu
      trigger={
        <IconButton id={menuId(id)} label={`Actions for ${name}`}>
          <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
        </IconButton>
      }
    >
      <MenuLink search={{ tag: id }} to="/customers">
        Show its customers
      </MenuLink>
      <MenuItem onPress={() => show("rename", id)}>Rename…</MenuItem>
      {canMerge ? <MenuItem onPress={() => show("merge", id)}>Merge into another…</MenuItem> : null}
      <MenuRule />
      <MenuItem onPress={() => show("delete", id)} tone="bad">
        Delete…
      </MenuItem>
    </Menu>
  );
}
