import { Ellipsis } from "lucide-react";
import {
  cloneElement,
  type ComponentProps,
  type ComponentType,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from "react";
import { IconButton } from "./button.tsx";
import { later } from "./later.tsx";
import type { MENU } from "./menu-popup.tsx";

export const MenuItem = part(({ Item }) => Item);
export const MenuLink = part(({ LinkItem }) => LinkItem);
export const MenuAnchor = part(({ AnchorItem }) => AnchorItem);
export const MenuChoice = part(({ Choice }) => Choice);
export const MenuGroup = part(({ Group }) => Group);
export const MenuRule = part(({ Rule }) => Rule);
const MenuPopup = part(({ Popup }) => Popup);

function part<Props extends object>(pick: (menu: typeof MENU) => ComponentType<Props>) {
  return later(async () => import("./menu-popup.tsx").then(({ MENU }) => pick(MENU)));
}

export type MenuProps = {
  readonly trigger: ReactElement<
    Pick<ComponentProps<"button">, "aria-expanded" | "aria-haspopup" | "onClick" | "onKeyDown">
  >;
  readonly children: ReactNode;
  readonly align?: "start" | "end";
  readonly side?: "top" | "bottom";
};

/** Button with a menu. The menu is loaded after the page, or when the button is first pressed. */
export function Menu({ trigger, ...menu }: MenuProps) {
  const [isPressed, setPressed] = useState(false);
  const open = () => setPressed(true);
  const button = cloneElement(trigger, {
    "aria-expanded": isPressed,
    "aria-haspopup": "menu",
    onClick: open,
    onKeyDown: (event) => {
      if (!/^Arrow(Up|Down)$/.test(event.key)) return;
      event.preventDefault();
      open();
    },
  });
  if (!isPressed) return button;
  return (
    <Suspense fallback={button}>
      <MenuPopup {...menu} trigger={trigger} />
    </Suspense>
  );
}

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
