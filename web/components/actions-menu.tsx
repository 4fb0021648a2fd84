import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Menu } from "./menu.tsx";

type ActionsMenuProps = {
  /** Element id of the button, for returning the focus. */
  readonly id: string;
  /** Name of the record. */
  readonly of: string;
  readonly tabIndex?: number;
  readonly children: ReactNode;
};

/** Menu of what can be done with a record. */
export function ActionsMenu({ id, of, tabIndex, children }: ActionsMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton id={id} label={`Actions for ${of}`} tabIndex={tabIndex}>
          <Ellipsis aria-hidden size={16} strokeWidth={1.5} />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}
