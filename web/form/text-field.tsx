import type { ComponentProps, ReactNode } from "react";
import type { Field } from "./field.ts";
import { Labelled, marksOf, valueText, type Words } from "./labelled.tsx";

/** An optional field without text sends null. */
type TextValue =
  | { readonly isOptional?: false; readonly field: Field<string | null | undefined, string> }
  | { readonly isOptional: true; readonly field: Field<string | null | undefined, string | null> };

type TextFieldProps = Words &
  TextValue &
  Pick<
    ComponentProps<"input">,
    "autoComplete" | "inputMode" | "maxLength" | "placeholder" | "ref" | "spellCheck"
  > & {
    readonly type?: "text" | "email" | "url" | "tel" | "search";
    readonly after?: ReactNode;
  };

export function TextField(props: TextFieldProps) {
  const { label, hint, isLabelHidden, isOptional, field, after, type = "text", ...input } = props;
  return (
    <Labelled
      field={field}
      hint={hint}
      isLabelHidden={isLabelHidden === true}
      isOptional={isOptional === true}
      label={label}
      textOf={valueText}
    >
      <div className="flex gap-2">
        <input
          className="line-control"
          required={isOptional !== true}
          type={type}
          {...input}
          {...marksOf(field, { hint })}
          onChange={({ target }) => setText(props, target.value)}
          value={field.value ?? ""}
        />
        {after}
      </div>
    </Labelled>
  );
}

type AreaFieldProps = Words & TextValue & { readonly maxLength?: number };

export function AreaField(props: AreaFieldProps) {
  const { hint, isOptional, field, maxLength } = props;
  return (
    <Labelled {...props} textOf={valueText}>
      <textarea
        className="control field-sizing-content max-h-80 min-h-20 w-full py-2"
        maxLength={maxLength}
        required={isOptional !== true}
        {...marksOf(field, { hint })}
        onChange={({ target }) => setText(props, target.value)}
        value={field.value ?? ""}
      />
    </Labelled>
  );
}

function setText({ isOptional, field }: TextValue, text: string): void {
  if (isOptional === true) field.set(text === "" ? null : text);
  else field.set(text);
}
