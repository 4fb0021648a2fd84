import { Ellipsis } from "lucide-react";
import { IconButton } from "../../../components/button.tsx";
import { Menu, MenuItem, MenuLink, MenuRule } from "../../../components/menu.tsx";
import { useOpen } from "../../../open.ts";
import { shortKey } from "./key-words.ts";
import type { Key } from "./key.ts";

/** Id of the menu button of a key's row, for returning the focus. */
export function actionsId(keyId: string): string {
  return `key-${keyId}`;
}

/** Id of the button that makes a key, for the focus when a row is gone. */
export const MAKE_KEY = "make-key";

/** Menu of a key. Only its holder can rotate it, since they receive the new one. */
export function KeyActions({ of: key }: { readonly of: Key }) {
  const { show } = useOpen();
  const isActive = key.state === "active";
  return (
    <Menu
      trigger={
        <IconButton id={actionsId(key.id)} label={`Actions for ${key.name}, ${shortKey(key)}`}>
          <Ellipsis aria-hidden size={20} strokeWidth={1.5} />
        </IconButton>
      }
    >
      <MenuLink search={{ credential: `key:${key.id}` }} to="/activity">
        See its activity
      </MenuLink>
      <MenuLink search={{ credential: `key:${key.id}` }} to="/calls">
        See its calls
      </MenuLink>
      {isActive ? <MenuRule /> : null}
      {isActive && key.holder.isYou && key.replacedBy === null ? (
        <MenuItem onPress={() => show("rotate", key.id)}>Rotate…</MenuItem>
      ) : null}
      {isActive ? (
        <MenuItem onPress={() => show("revoke", key.id)} tone="bad">
          Revoke…
        </MenuItem>
      ) : null}
    </Menu>
  );
}
