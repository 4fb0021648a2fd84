import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Menu } from "./menu.tsx";

type NarrowMenuProps = {
  /** Accessible name of the button: `More on customers`. */
  readonly label: string;
  /** Items of the menu. */
  readonly children: ReactNode;
};

/** Menu of a page's rarer actions on narrow screens, where only the first has room beside the title. */
export function NarrowMenu({ label, children }: NarrowMenuProps) {
  return (
    <span className="-me-3 sm:hidden">
      <Menu
        trigger={
          <IconButton label={label}>
            <Ellipsis aria-hidden size={20} strokeWidth={1.5} />
          </IconButton>
        }
      >
        {children}
      </Menu>
    </span>
  );
}
