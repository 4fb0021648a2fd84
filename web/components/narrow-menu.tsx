import type { ReactNode } from "react";
import { ActionsMenu } from "./actions-menu.tsx";

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
      <ActionsMenu label={label} size={20}>
        {children}
      </ActionsMenu>
    </span>
  );
}
