import { Link } from "@tanstack/react-router";
import { type LucideIcon, Minus, PencilLine, Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { Change, Did } from "../event.ts";

type TitleProps = {
  readonly change: Change;
  /** True when its name links to its page, if it has one. */
  readonly isLinked?: boolean;
};

/** The noun and the name of the changed record. */
export function Title({ change, isLinked = false }: TitleProps) {
  const { noun, name, page } = change;
  if (name === null) return <span>{noun.one}</span>;
  const [before, after] = noun.named.split("*");
  const shown = <bdi>{name}</bdi>;
  return (
    <span>
      {before}
      {page === null || !isLinked ? shown : <RecordLink page={page}>{shown}</RecordLink>}
      {after}
    </span>
  );
}

/** @param page an address of this app, with the id of a section after `#` */
function RecordLink({ page, children }: { readonly page: string; readonly children: ReactNode }) {
  const [to = "/", hash = ""] = page.split("#");
  return (
    <Link hash={hash} to={to}>
      {children}
    </Link>
  );
}

const SHAPES: Readonly<Record<Did, LucideIcon>> = {
  created: Plus,
  changed: PencilLine,
  deleted: Minus,
};

const WORDS: Readonly<Record<Did, string>> = {
  created: "Added",
  changed: "Changed",
  deleted: "Removed",
};

/** Added, changed or removed: an icon and the word. */
export function Happened({ did }: { readonly did: Did }) {
  const Shape = SHAPES[did];
  return (
    <span className="whitespace-nowrap">
      <Shape
        aria-hidden
        className="me-1.5 inline-block align-[-0.125em]"
        size={16}
        strokeWidth={1.5}
      />
      {WORDS[did]}
    </span>
  );
}
