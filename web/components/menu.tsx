import { cloneElement, Suspense, useState } from "react";
import { later } from "./later.tsx";
import type { MenuProps } from "./menu-popup.tsx";

const load = async () => import("./menu-popup.tsx");
const MenuPopup = later(async () => load().then(({ MenuPopup }) => MenuPopup));
export const MenuItem = later(async () => load().then(({ MenuItem }) => MenuItem));
export const MenuLink = later(async () => load().then(({ MenuLink }) => MenuLink));
export const MenuAnchor = later(async () => load().then(({ MenuAnchor }) => MenuAnchor));
export const MenuChoice = later(async () => load().then(({ MenuChoice }) => MenuChoice));
export const MenuGroup = later(async () => load().then(({ MenuGroup }) => MenuGroup));
export const MenuRule = later(async () => load().then(({ MenuRule }) => MenuRule));

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
