import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Menu } from "./menu.tsx";

type ActionsMenuProps = {
  /** Element id of the button, for returning the focus. */
  readonly id?: string;
  /** `Actions for Acme`. */
  readonly label: string;
  readonly size?: 16 | 20;
  readonly tabIndex?: number;
  readonly children: ReactNode;
};

/** Menu of what can be done with a record or a page. */
export function ActionsMenu({ label, size = 16, children, ...button }: ActionsMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={label} {...button}>
          <Ellipsis aria-hidden size={size} strokeWidth={1.5} />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}
