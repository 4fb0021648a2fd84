import type { Field } from "../../form/field.ts";
import { looseField } from "../../form/field.ts";
import { MoneyField } from "../../form/money-field.tsx";
import { SelectField } from "../../form/select-field.tsx";

export type Direction = "in" | "out";

type SignedAmountProps = {
  readonly field: Field<number | undefined, number>;
  readonly currency: string;
  readonly direction: Direction;
  readonly onDirection: (direction: Direction) => void;
};

/** An amount typed without a sign, beside the choice whether it comes in or goes out. */
export function SignedAmount({ field, currency, direction, onDirection }: SignedAmountProps) {
  const sign = direction === "out" ? -1 : 1;
  const turn = (next: Direction) => {
    onDirection(next);
    if (next !== direction && field.value !== undefined) field.set(-field.value);
  };
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        field={{ ...looseField<Direction>("direction", direction, turn), id: `${field.id}-way` }}
        label="Direction"
        options={[
          { value: "out", label: "Money out" },
          { value: "in", label: "Money in" },
        ]}
      />
      <MoneyField currency={currency} field={turned(field, sign)} label="Amount" />
    </div>
  );
}

function turned(field: Field<number | undefined, number>, sign: 1 | -1) {
  if (sign === 1) return field;
  const turn = (minor: number) => (minor === 0 ? 0 : -minor);
  const { clash } = field;
  return {
    ...field,
    value: field.value === undefined ? undefined : turn(field.value),
    set: (minor: number) => field.set(turn(minor)),
    clash:
      clash === null
        ? null
        : { ...clash, theirs: clash.theirs === undefined ? undefined : turn(clash.theirs) },
  };
}
