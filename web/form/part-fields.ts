import { useState } from "react";
import { type Field, looseField } from "./field.ts";

type Part<Whole, Value> = {
  readonly name: string;
  readonly label: string;
  readonly value: Value;
  readonly wholeOf: (value: Value) => Whole;
};

/**
 * Makes fields for the parts of one value. The form cannot be sent until every part can be read.
 */
export function usePartFields<Whole>(whole: Field<Whole | undefined, Whole>) {
  const [refused, setRefused] = useState<Refusals>({});
  const [left, setLeft] = useState<readonly string[]>([]);
  const set = (value: Whole, still: Refusals = refused) => {
    whole.set(value);
    const [first] = Object.values(still);
    if (first !== undefined) whole.refuse(refusalText(first));
  };
  const part = <Value>({ name, label, value, wholeOf }: Part<Whole, Value>): Field<Value> => {
    const own = refused[name];
    const isShown = left.includes(name) || whole.problem !== null;
    const read = (value: Value) => {
      const others = Object.fromEntries(
        Object.entries(refused).filter(([other]) => other !== name),
      );
      setRefused(others);
      setLeft(left.filter((other) => other !== name));
      set(wholeOf(value), others);
    };
    return {
      ...looseField(name, value, read),
      refuse: (why) => {
        setRefused({ ...refused, [name]: { label, why } });
        whole.refuse(refusalText({ label, why }));
      },
      problem: own !== undefined && isShown ? own.why : null,
      leave: () => setLeft([...left, name]),
    };
  };
  return { set, part } as const;
}

type Refused = { readonly label: string; readonly why: string };
type Refusals = Readonly<Record<string, Refused>>;

function refusalText({ label, why }: Refused): string {
  return `${label}: ${why}`;
}
