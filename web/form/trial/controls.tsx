import { useState } from "react";
import { Refused } from "../../api.ts";
import type { Choosable } from "../choosable.ts";
import { ComboboxField, TagsField } from "../combobox-field.tsx";
import { DayField, DayRangeField } from "../day-field.tsx";
import { DurationField } from "../duration-field.tsx";
import type { Field } from "../field.ts";
import { FileField, type Send } from "../file-field.tsx";
import { MoneyField } from "../money-field.tsx";
import { NumberField } from "../number-field.tsx";
import { AreaField } from "../text-field.tsx";
import { TimeField } from "../time-field.tsx";

/** Every control, and the values that they give as JSON. */
export function Controls() {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const tell = (name: string, value: unknown) =>
    setValues((known) => ({ ...known, [name]: value }));
  const duration = useTried<number | null>("duration", 3600, tell);
  return (
    <section aria-label="Controls" className="grid gap-5">
      <MoneyField
        currency="EUR"
        field={useTried<number | null>("money", null, tell)}
        isOptional
        label="Amount"
      />
      <DurationField
        field={duration}
        isOptional
        label="Duration"
        onRange={({ start, end }) => tell("range", [start, end])}
      />
      <TimeField field={useTried<number | null>("time", null, tell)} isOptional label="Start" />
      <NumberField
        field={useTried<number | null>("number", null, tell)}
        isOptional
        label="Days"
        max={90}
        unit="days"
      />
      <DayField field={useTried<string | null>("day", null, tell)} isOptional label="Day" />
      <DayRangeField
        from={useTried<string>("from", "2026-11-01", tell)}
        label="Period"
        to={useTried<string>("to", "2026-11-30", tell)}
      />
      <AreaField field={useTried<string | null>("area", null, tell)} isOptional label="Note" />
      <ComboboxField
        create={create}
        field={useTried<string | null>("customer", "1", tell)}
        isOptional
        known={CUSTOMERS}
        label="Customer"
        nothing="No customer of that name."
        search={search}
      />
      <TagsField
        create={create}
        field={useTried<string[]>("tags", ["2"], tell)}
        known={CUSTOMERS}
        label="Tags"
        nothing="No tag of that name."
        search={search}
      />
      <FileField
        accept=".txt"
        field={useTried<string>("file", "", tell)}
        label="Paper"
        largest={1024}
        send={send}
      />
      <output aria-label="Values" className="font-mono text-small">
        {JSON.stringify(values)}
      </output>
    </section>
  );
}

/** A field with its own errors, as a form has it. */
function useTried<Value>(
  name: string,
  initial: Value,
  tell: (name: string, value: unknown) => void,
): Field<Value> {
  const [value, setValue] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  return {
    id: name,
    name,
    value,
    set: (value) => {
      setValue(value);
      setProblem(null);
      setIsLeft(false);
      tell(name, value);
    },
    refuse: setProblem,
    leave: () => setIsLeft(true),
    problem: isLeft ? problem : null,
    clash: null,
  };
}

const CUSTOMERS: readonly Choosable[] = [
  { value: "1", label: "Acme", hint: "acme.example" },
  { value: "2", label: "Beta Bikes" },
  { value: "3", label: "Gamma Garden" },
];

async function search(text: string): Promise<readonly Choosable[]> {
  const asked = text.toLowerCase();
  return CUSTOMERS.filter(({ label }) => label.toLowerCase().includes(asked));
}

async function create(label: string): Promise<Choosable> {
  if (label === "Bad") throw refusal("That name is taken.");
  return { value: `made ${label}`, label };
}

/** Sends half of a file, and the rest when the journey says so. */
const send: Send = async (file, { signal, onShare }) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  onShare(0.5);
  signal.addEventListener("abort", () => reject(refusal("Cancelled.")));
  window.addEventListener("finish", () => resolve(`file ${file.name}`), { once: true });
  return promise;
};

function refusal(title: string): Refused {
  return new Refused({
    type: "about:blank",
    status: 409,
    code: "no",
    title,
    detail: "",
    errors: [],
  });
}
