import { Link } from "@tanstack/react-router";
import { type LucideIcon, Minus, PencilLine, Plus } from "lucide-react";
import type { Change, Did } from "../event.ts";
import { nounOf } from "../sentence/subjects.ts";
import { pageOf } from "./record-page.ts";

type TitleProps = {
  readonly change: Change;
  /** Whether its name leads to the record, where that can be looked at. */
  readonly isLinked?: boolean;
};

/** The record that was changed, as it is called. */
export function Title({ change, isLinked = false }: TitleProps) {
  const { one, named } = nounOf(change.type);
  if (change.name === null) return <span>{one}</span>;
  const page = isLinked ? pageOf(change) : null;
  const name = <bdi>{change.name}</bdi>;
  return (
    <span>
      {named} {page === null ? name : <Link {...page}>{name}</Link>}
    </span>
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

/** Added, changed or removed: a shape and the word. */
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
