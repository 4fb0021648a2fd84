import type { Kind, RecordField } from "../../src/shared/records/field.ts";
import { currencies } from "../numbers.ts";
import type { Field } from "./field.ts";
import { NumberField } from "./number-field.tsx";
import { SelectField } from "./select-field.tsx";
import { AreaField, TextField } from "./text-field.tsx";

type Value = string | number | null;

type RecordControlProps = {
  readonly of: RecordField<
    Exclude<Kind, "choice" | "flag" | "hours" | "id" | "money" | "rounding">
  >;
  readonly field: Field<Value | undefined, Value>;
  readonly isLabelHidden?: boolean;
};

export const NOT_SET = { value: null, label: "Not set" } as const;

export function RecordControl({ of, field, isLabelHidden = false }: RecordControlProps) {
  const words = { label: of.label, isLabelHidden };
  const texts = withValue(field, (value) => (typeof value === "string" ? value : null));
  const numbers = withValue(field, (value) => (typeof value === "number" ? value : null));
  switch (of.kind) {
    case "text":
      return <AreaField {...words} field={texts} isOptional />;
    case "currency":
      return <SelectField {...words} field={texts} options={[NOT_SET, ...currencies()]} />;
    case "days":
      return (
        <NumberField {...words} field={numbers} isOptional max={of.most} min={0} unit="days" />
      );
    default: {
      const input = { ...words, ...inputOf(of, isLabelHidden) };
      if (of.isRequired === true) return <TextField {...input} field={texts} />;
      return <TextField {...input} field={texts} isOptional />;
    }
  }
}

function withValue<Narrow extends Value>(
  field: Field<Value | undefined, Value>,
  narrowed: (value: Value | undefined) => Narrow,
): Field<Narrow, Narrow> {
  const { value, clash, ...rest } = field;
  return {
    ...rest,
    value: narrowed(value),
    clash: clash === null ? null : { ...clash, theirs: narrowed(clash.theirs) },
  };
}

function inputOf({ kind }: RecordField, isLabelHidden: boolean) {
  switch (kind) {
    case "e-mail":
      return { type: "email" } as const;
    case "phone":
      return { type: "tel" } as const;
    case "URL":
      return { type: "url" } as const;
    case "e-mails":
      return isLabelHidden ? {} : { hint: "Several are separated by commas." };
    default:
      return {};
  }
}
