import { type MouseEvent, type ReactNode, type Ref, useState } from "react";
import type { Problem } from "../../src/api/problem.ts";
import { Shape } from "../components/shapes.tsx";
import { Reference } from "../components/status.tsx";
import { When } from "../components/when.tsx";
import { counted } from "../numbers.ts";
import { fieldOfPointer } from "./still-wrong.ts";
import { fieldId } from "./use-form.ts";

type FormSummaryProps = {
  readonly form: string;
  readonly problem: Problem;
  readonly ref: Ref<HTMLDivElement>;
};

export function FormSummary({ form, problem, ref }: FormSummaryProps) {
  const { title, detail, errors } = problem;
  return (
    <Summary ref={ref} title={title} tone="bad">
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
    </Summary>
  );
}

type FaultLinkProps = Problem["errors"][number] & { readonly form: string };

function FaultLink({ form, pointer, detail }: FaultLinkProps) {
  const name = fieldOfPointer(pointer);
  const [label] = useState(() => labelOf(document.getElementById(fieldId(form, name))));
  return (
    <a className="inline-block py-0.5 underline" href={`#${fieldId(form, name)}`} onClick={goTo}>
      {label ?? detail}
    </a>
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

/** Focuses the field. The address stays, since it holds the page and the open dialog. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}

const MOMENT = /^\d{4}-\d\d-\d\dT/;

type OvertakenProps = {
  readonly other: { readonly by?: string | null; readonly seen: string };
  readonly count: number;
  readonly ref: Ref<HTMLDivElement>;
};

/**
 * Tells that somebody else changed the record while the form was open. Each such field asks which value
 * stays.
 */
export function Overtaken({ other: { by = null, seen }, count, ref }: OvertakenProps) {
  return (
    <Summary
      ref={ref}
      title={
        <>
          Changed by {by === null ? "somebody else" : <bdi>{by}</bdi>}{" "}
          {/* A version that is no time says only that it is another one. */}
          {MOMENT.test(seen) ? <When at={seen} /> : "meanwhile"}
        </>
      }
      tone="warn"
    >
      <p>
        {counted(count, "field differs", "fields differ")} from what you typed. Choose below which
        value stays; then it is saved.
      </p>
    </Summary>
  );
}

const GROUNDS = { bad: "bg-bad-soft", warn: "bg-warn-soft" } as const;

type SummaryProps = {
  readonly tone: keyof typeof GROUNDS;
  readonly title: ReactNode;
  readonly ref: Ref<HTMLDivElement>;
  readonly children: ReactNode;
};

function Summary({ tone, title, ref, children }: SummaryProps) {
  return (
    <div
      className={`flex gap-2 rounded-control p-3 forced-colors:border ${GROUNDS[tone]}`}
      ref={ref}
      role="alert"
      tabIndex={-1}
    >
      <span className="pt-0.5">
        <Shape tone={tone} />
      </span>
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}
