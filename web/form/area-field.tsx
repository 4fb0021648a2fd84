import { EDGE } from "./edge.ts";
import { Labelled, marksOf, valueText, type Words } from "./labelled.tsx";
import { setText, type TextValue } from "./text-field.tsx";

type AreaFieldProps = Words & TextValue & { readonly maxLength?: number };

export function AreaField(props: AreaFieldProps) {
  const { label, hint, isLabelHidden, isOptional, field, maxLength } = props;
  return (
    <Labelled
      field={field}
      hint={hint}
      isLabelHidden={isLabelHidden === true}
      isOptional={isOptional === true}
      label={label}
      textOf={valueText}
    >
      <textarea
        className={`${EDGE} field-sizing-content max-h-80 min-h-20 w-full py-2`}
        maxLength={maxLength}
        required={isOptional !== true}
        {...marksOf(field, { hint })}
        onChange={({ target }) => setText(props, target.value)}
        value={field.value ?? ""}
      />
    </Labelled>
  );
}
