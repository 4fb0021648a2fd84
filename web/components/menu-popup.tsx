import { Menu as Base } from "@base-ui/react/menu";
import { Link, type LinkProps } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import type { MenuProps } from "./menu.tsx";

const ITEM = "list-option gap-2 py-1 text-ink no-underline select-none";

/** Menu that opens at once, with the focus on its first item. */
function Popup({ trigger, children, align = "end", side = "bottom" }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current) return;
    isPressed.current = true;
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <Base.Root>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} className="z-80" side={side} sideOffset={4}>
          <Base.Popup className="popover fading min-w-48 max-w-80 p-1 outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type ItemProps = {
  readonly onPress: () => void;
  readonly children: ReactNode;
  readonly tone?: "bad";
};

function Item({ onPress, children, tone }: ItemProps) {
  return (
    <Base.Item className={ITEM} onClick={onPress}>
      {tone === "bad" ? <span className="text-bad">{children}</span> : children}
    </Base.Item>
  );
}

type LinkItemProps = Pick<LinkProps, "to" | "search"> & { readonly children: ReactNode };

function LinkItem({ children, ...link }: LinkItemProps) {
  return (
    <Base.LinkItem className={ITEM} closeOnClick render={<Link {...link} />}>
      {children}
    </Base.LinkItem>
  );
}

function AnchorItem({ children, href }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Base.LinkItem className={ITEM} closeOnClick href={href}>
      {children}
    </Base.LinkItem>
  );
}

type RadioProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly choices: readonly { readonly value: string; readonly label: ReactNode }[];
};

function Choice({ label, value, onChange, choices }: RadioProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1 pb-0.5 text-caption text-ink3">{label}</Base.GroupLabel>
      <Base.RadioGroup onValueChange={(chosen: unknown) => onChange(String(chosen))} value={value}>
        {choices.map((choice) => (
          <Base.RadioItem className={ITEM} closeOnClick key={choice.value} value={choice.value}>
            <span className="min-w-0 flex-1">{choice.label}</span>
            <Base.RadioItemIndicator className="text-accent">✓</Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

/** Items under a heading, such as a name that is cut beside the menu's button. */
function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1 pb-0.5 text-caption wrap-anywhere text-ink2">
        <bdi>{label}</bdi>
      </Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

function Rule() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}

export const MENU = { Popup, Item, LinkItem, AnchorItem, Choice, Group, Rule } as const;
