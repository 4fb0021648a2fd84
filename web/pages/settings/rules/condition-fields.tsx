import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { type Field, looseField } from "../../../form/field.ts";
import { AmountField } from "../../../form/money-field.tsx";
import { usePartFields } from "../../../form/part-fields.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { AreaField } from "../../../form/text-field.tsx";
import { useAccounts } from "../../transactions/accounts.tsx";
import { type Conditions, HOW, WHERE, type Words } from "./rule.ts";

type ConditionFieldsProps = { readonly field: Field<Conditions | undefined, Conditions> };

const NEW: Words = { in: "text", how: "contains_any", words: [] };

const DIRECTIONS = [
  { value: null, label: "In or out" },
  { value: "in", label: "Money in" },
  { value: "out", label: "Money out" },
] as const;

export function ConditionFields({ field }: ConditionFieldsProps) {
  const accounts = useAccounts() ?? [];
  const { value = {} } = field;
  const { texts = [], direction, min, max, bank_account_id, currency, counterparties = [] } = value;
  const { set, part } = usePartFields(field);
  const change = (some: Partial<Conditions>) => set({ ...value, ...some });
  // Words have no id of their own.
  const [ids, setIds] = useState(() => [...texts.keys()]);
  const add = () => {
    setIds([...ids, Math.max(0, ...ids) + 1]);
    change({ texts: [...texts, NEW] });
  };
  const currencies = [...new Set(accounts.map((account) => account.currency))].toSorted();
  return (
    <fieldset className="grid gap-4 outline-none" id={field.id} tabIndex={-1}>
      <legend className="pb-2 font-semibold">When all of this holds</legend>
      {texts.map((text, at) => (
        <WordsFields
          key={ids[at] ?? text.words.join(" ")}
          name={`words-${at + 1}`}
          onChange={(changed) => change({ texts: texts.with(at, changed) })}
          onRemove={() => {
            setIds(ids.toSpliced(at, 1));
            change({ texts: texts.toSpliced(at, 1) });
          }}
          words={text}
        />
      ))}
      {texts.length < 10 ? (
        <div>
          <Button onClick={add}>Add words</Button>
        </div>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          field={looseField<"in" | "out" | null>("rule-direction", direction ?? null, (direction) =>
            change({ direction }),
          )}
          label="Direction"
          options={DIRECTIONS}
        />
        <AmountField
          currency={currency ?? null}
          field={part<number | null>({
            name: "rule-min",
            label: "Amount from",
            value: min ?? null,
            wholeOf: (min) => ({ ...value, min }),
          })}
          label="Amount from"
        />
        <AmountField
          currency={currency ?? null}
          field={part<number | null>({
            name: "rule-max",
            label: "Amount to",
            value: max ?? null,
            wholeOf: (max) => ({ ...value, max }),
          })}
          label="Amount to"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          field={looseField<string | null>("rule-account", bank_account_id ?? null, (id) =>
            change({ bank_account_id: id }),
          )}
          label="Account"
          options={[
            { value: null, label: "Any account" },
            ...accounts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          field={looseField<string | null>("rule-currency", currency ?? null, (currency) =>
            change({ currency }),
          )}
          label="Currency"
          options={[
            { value: null, label: "Any currency" },
            ...currencies.map((value) => ({ value, label: value })),
          ]}
        />
      </div>
      <LinesField
        hint="One number a line. Once saved it is shown with its last digits only."
        id="rule-counterparties"
        label="Account numbers of the other party"
        lines={counterparties}
        onChange={(counterparties) => change({ counterparties: [...counterparties] })}
      />
    </fieldset>
  );
}

type WordsFieldsProps = {
  readonly words: Words;
  readonly name: string;
  readonly onChange: (words: Words) => void;
  readonly onRemove: () => void;
};

function WordsFields({ words, name, onChange, onRemove }: WordsFieldsProps) {
  return (
    <div className="grid gap-3 border-s-2 border-line ps-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          field={looseField<Words["in"]>(`${name}-in`, words.in, (where) =>
            onChange({ ...words, in: where }),
          )}
          label="Text"
          options={WHERE}
        />
        <SelectField
          field={looseField<Words["how"]>(`${name}-how`, words.how, (how) =>
            onChange({ ...words, how }),
          )}
          label="Comparison"
          options={HOW}
        />
      </div>
      <LinesField
        hint="One word or phrase a line; one of them is enough. Case and accents do not matter."
        id={name}
        label="Words"
        lines={words.words}
        onChange={(lines) => onChange({ ...words, words: [...lines] })}
      />
      <div>
        <Button kind="quiet" onClick={onRemove}>
          Remove these words
        </Button>
      </div>
    </div>
  );
}

type LinesFieldProps = {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly lines: readonly string[];
  readonly onChange: (lines: readonly string[]) => void;
};

/** A list as lines of text. Empty lines stay while they are typed, and are no values. */
function LinesField({ id, label, hint, lines, onChange }: LinesFieldProps) {
  const [typed, setTyped] = useState(lines.join("\n"));
  const set = (text: string | null) => {
    setTyped(text ?? "");
    const typedLines = (text ?? "").split("\n").map((line) => line.trim());
    onChange(typedLines.filter((line) => line !== ""));
  };
  return (
    <AreaField
      field={looseField<string | null>(id, typed, set)}
      hint={hint}
      isOptional
      label={label}
    />
  );
}
