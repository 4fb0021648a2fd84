import type { Field } from "../../form/field.ts";
import { NumberField } from "../../form/number-field.tsx";
import { TextField } from "../../form/text-field.tsx";

type TaxFieldsProps = {
  /** In hundredths of a percent. */
  readonly rate: Field<number | null | undefined, number | null>;
  readonly type: Field<string | null | undefined, string | null>;
};

/** Rate and type of the tax that an amount includes. */
export function TaxFields({ rate, type }: TaxFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <NumberField
        decimals={2}
        field={inPercent(rate)}
        isOptional
        label="Tax rate"
        max={100}
        min={0}
        unit="%"
      />
      <TextField field={type} isOptional label="Tax type" maxLength={50} placeholder="VAT" />
    </div>
  );
}

function inPercent(rate: TaxFieldsProps["rate"]): TaxFieldsProps["rate"] {
  const percent = (value: number | null | undefined) =>
    value === null || value === undefined ? value : value / 100;
  const { clash } = rate;
  return {
    ...rate,
    value: percent(rate.value),
    set: (value) => rate.set(value === null ? null : Math.round(value * 100)),
    clash: clash === null ? null : { ...clash, theirs: percent(clash.theirs) },
  };
}
