import type { ReactNode } from "react";
import { ActionsMenu } from "./actions-menu.tsx";

type NarrowMenuProps = {
  readonly label: string;
  readonly children: ReactNode;
};

/**
 * Menu of a page's rarer actions on narrow screens, which have room only for the first beside the title.
 */
export function NarrowMenu({ label, children }: NarrowMenuProps) {
  return (
    <span className="-me-3 sm:hidden">
      <ActionsMenu label={label} size={20}>
        {children}
      </ActionsMenu>
    </span>
  );
}
