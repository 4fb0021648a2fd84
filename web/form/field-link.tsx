import type { MouseEvent, ReactNode } from "react";
import { idOf } from "./use-form.ts";

type FieldLinkProps = {
  /** Id of the form. */
  readonly form: string;
  readonly name: string;
  readonly children: ReactNode;
};

export function FieldLink({ form, name, children }: FieldLinkProps) {
  return (
    <a className="inline-block py-0.5 underline" href={`#${idOf(form, name)}`} onClick={goTo}>
      {children}
    </a>
  );
}

/** Focuses the field without changing the address, which holds the page and the open dialog. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
