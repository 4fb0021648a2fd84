import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { Shape } from "../components/shapes.tsx";
import type { Clash, Field } from "./field.ts";

export type Words = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isLabelHidden?: boolean;
};

type LabelledProps<Value> = Words & {
  readonly field: Field<Value, never>;
  readonly isOptional?: boolean;
  /** Typed text as it was understood: `= 1 h 30 (1.50)`. */
  readonly echo?: ReactNode;
  readonly textOf: (value: Value) => ReactNode;
  readonly children: ReactNode;
};

export function Labelled<Value>(props: LabelledProps<Value>) {
  const { field, label, hint, echo, isOptional = false, isLabelHidden = false } = props;
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label className={isLabelHidden ? "sr-only" : "font-medium"} htmlFor={field.id}>
        {label}
        {isOptional && field.isLoose !== true ? (
          <span className="font-normal text-ink2"> (optional)</span>
        ) : null}
      </label>
      {props.children}
      <Below echo={echo} field={field} hint={hint} textOf={props.textOf} />
    </div>
  );
}

type BelowProps<Value> = Pick<LabelledProps<Value>, "field" | "hint" | "echo" | "textOf">;

export function Below<Value>({ field, hint, echo, textOf }: BelowProps<Value>) {
  const { id, problem, clash, value } = field;
  return (
    <>
      {problem === null ? null : (
        <p className="flex gap-1.5 font-medium text-bad" id={`${id}-problem`}>
          <span className="pt-0.5">
            <Shape tone="bad" />
          </span>
          {problem}
        </p>
      )}
      {clash === null ? null : <Choice clash={clash} id={id} mine={value} textOf={textOf} />}
      {echo === undefined ? null : (
        <output
          className={`${problem === null ? "min-h-5" : ""} text-ink2`}
          htmlFor={id}
          id={`${id}-echo`}
        >
          {echo}
        </output>
      )}
      {hint === undefined ? null : (
        <div className="text-ink2" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </>
  );
}

type ChoiceProps<Value> = {
  readonly id: string;
  readonly clash: Clash<Value>;
  readonly mine: Value;
  readonly textOf: (value: Value) => ReactNode;
};

function Choice<Value>({ id, clash, mine, textOf }: ChoiceProps<Value>) {
  return (
    <div
      className="grid gap-2 rounded-control bg-warn-soft p-3 forced-colors:border"
      id={`${id}-clash`}
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt className="text-ink2">Yours</dt>
        <dd className="font-medium">{textOf(mine)}</dd>
        <dt className="text-ink2">Theirs</dt>
        <dd className="font-medium">{textOf(clash.theirs)}</dd>
      </dl>
      {clash.isKept ? (
        <p className="text-ink2">Yours stays.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={clash.keepMine}>Keep mine</Button>
          <Button onClick={clash.takeTheirs}>Take theirs</Button>
        </div>
      )}
    </div>
  );
}

export function marksOf(
  { id, name, problem, clash }: Pick<Field<unknown>, "id" | "name" | "problem" | "clash">,
  { hint, echo }: { readonly hint?: ReactNode; readonly echo?: ReactNode } = {},
) {
  const ids = [
    ...(problem === null ? [] : [`${id}-problem`]),
    ...(clash === null ? [] : [`${id}-clash`]),
    ...(echo === undefined ? [] : [`${id}-echo`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ];
  return {
    id,
    name,
    "aria-invalid": problem === null ? undefined : true,
    "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
  } as const;
}

export function valueText(value: string | null | undefined): ReactNode {
  return value === null || value === undefined || value === "" ? (
    <span className="font-normal text-ink2">Empty</span>
  ) : (
    <bdi className="whitespace-pre-wrap">{value}</bdi>
  );
}
