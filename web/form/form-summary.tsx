import { type MouseEvent, type ReactNode, type Ref, useState } from "react";
import type { Problem } from "../../src/api/problem.ts";
import { Shape } from "../components/shapes.tsx";
import { Reference } from "../components/status.tsx";
import { fieldOfPointer } from "./still-wrong.ts";
import { fieldId } from "./use-form.ts";

type FormSummaryProps = {
  readonly form: string;
  readonly problem: Problem;
  readonly ref: Ref<HTMLDivElement>;
};

/** Tells why nothing was saved, with a link to each wrong field. */
export function FormSummary({ form, problem, ref }: FormSummaryProps) {
  const { title, detail, errors } = problem;
  return (
    <div
      className="flex gap-2 rounded-control bg-bad-soft p-3 forced-colors:border"
      ref={ref}
      role="alert"
      tabIndex={-1}
    >
      <span className="pt-0.5">
        <Shape tone="bad" />
      </span>
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
        <p>{detail}</p>
        <Reference of={problem} />
        {errors.length === 0 ? null : (
          <ul>
            {errors.map((error) => (
              <li key={error.pointer}>
                <FaultLink form={form} {...error} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type FaultLinkProps = Problem["errors"][number] & { readonly form: string };

/** Link with the field's label. Without a label it shows the error itself. */
function FaultLink({ form, pointer, detail }: FaultLinkProps) {
  const name = fieldOfPointer(pointer);
  const [label] = useState(() => labelOf(document.getElementById(fieldId(form, name))));
  return (
    <FieldLink form={form} name={name}>
      {label ?? detail}
    </FieldLink>
  );
}

/** The label of radio buttons is their legend. */
function labelOf(control: HTMLElement | null): string | null {
  if (
    !(
      control instanceof HTMLInputElement ||
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement
    )
  )
    return null;
  const label =
    control.type === "radio"
      ? control.closest("fieldset")?.querySelector("legend")
      : control.labels?.[0];
  // Without "(optional)", which is an element of its own.
  return label?.firstChild?.textContent ?? null;
}

type FieldLinkProps = {
  readonly form: string;
  readonly name: string;
  readonly children: ReactNode;
};

function FieldLink({ form, name, children }: FieldLinkProps) {
  return (
    <a className="inline-block py-0.5 underline" href={`#${fieldId(form, name)}`} onClick={goTo}>
      {children}
    </a>
  );
}

/** Focuses the field. The address stays, since it holds the page and the open dialog. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
