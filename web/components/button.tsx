import { Button as BaseButton } from "@base-ui/react/button";
import { Link } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";

type Kind = "primary" | "secondary" | "danger" | "quiet";

const KINDS: Readonly<Record<Kind, string>> = {
  primary:
    "border-accent bg-accent text-on-accent font-semibold hover:border-accent-hover hover:bg-accent-hover",
  secondary: "border-edge bg-surface text-ink font-medium hover:bg-hover",
  danger: "border-bad bg-surface text-bad font-medium hover:bg-bad-soft",
  // At an edge of a line its text stands where the text below does.
  quiet:
    "border-transparent bg-transparent text-ink2 font-medium hover:bg-hover hover:text-ink first:-ms-[1.0625rem] last:-me-4 sm:first:-ms-[0.8125rem] sm:last:-me-3",
};

type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  readonly kind?: Kind;
  /** Ignores presses while the action runs. */
  readonly isBusy?: boolean;
};

export function Button({ kind = "secondary", isBusy = false, onClick, ...rest }: ButtonProps) {
  return (
    <BaseButton
      aria-busy={isBusy || undefined}
      className={`button ${KINDS[kind]}`}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      type="button"
      {...rest}
    />
  );
}

type ButtonLinkProps = {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly kind?: Kind;
  readonly children: ReactNode;
};

export function ButtonLink({
  kind = "secondary",
  to,
  search = NO_SEARCH,
  children,
}: ButtonLinkProps) {
  return (
    <Link className={`button ${KINDS[kind]} no-underline`} search={search} to={to}>
      {children}
    </Link>
  );
}

const NO_SEARCH: Readonly<Record<string, string>> = {};

type ButtonAnchorProps = {
  readonly href: string;
  readonly kind?: Kind;
  readonly children: ReactNode;
};

export function ButtonAnchor({ kind = "secondary", href, children }: ButtonAnchorProps) {
  // Only https opens a tab: a program's own scheme would leave it empty.
  const target = href.startsWith("https:") ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <a className={`button ${KINDS[kind]} no-underline`} href={href} {...target}>
      {children}
    </a>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "className" | "aria-label"> & {
  readonly label: string;
};

/** Button with an icon alone. Its label is its accessible name and its tooltip. */
export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <BaseButton
      aria-label={label}
      className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-control text-ink2 transition-colors hover:bg-hover hover:text-ink sm:size-8"
      title={label}
      type="button"
      {...rest}
    >
      {children}
    </BaseButton>
  );
}
