import { type ComponentProps, type ReactNode, useState } from "react";
import type { Reading } from "../../src/shared/reading.ts";
import { Button } from "../components/button.tsx";
import { isSame } from "./draft.ts";
import type { Field } from "./field.ts";
import { Labelled, marksOf, valueText, type Words } from "./labelled.tsx";

/** Value of a control that reads text. An optional field without one sends null. */
export type ParsedValue<Value> =
  | { readonly isOptional?: false; readonly field: Field<Value | null | undefined, Value> }
  | {
      readonly isOptional: true;
      readonly field: Field<Value | null | undefined, Value | null>;
    };

type ParsedFieldProps<Value, Read> = Words &
  ParsedValue<Value> &
  Pick<ComponentProps<"input">, "inputMode" | "placeholder"> & {
    /** Reads the typed text. `from` is the value before the typing. */
    readonly read: (text: string, from: Value | null) => Reading<Read>;
    readonly toValue: (read: Read) => Value;
    /** Text of a value in the control. `read` must give the same value back. */
    readonly textOf: (value: Value) => string;
    readonly echoOf: (read: Read) => string;
    readonly wordsOf: (value: Value) => string;
    /** Error of an empty control that is required: `Enter an amount.` */
    readonly missing: string;
    readonly onRead?: (read: Read) => void;
    readonly align?: "end";
    readonly after?: ReactNode;
  };

/**
 * Text control of a typed value. It shows below what it understood, and writes it in full on blur. A text
 * without a meaning stays; one with several meanings gets a button for each.
 */
export function ParsedField<Value, Read>(props: ParsedFieldProps<Value, Read>) {
  const { field, hint, isOptional = false, align } = props;
  const { text, reading, type, settle, choose } = useTyped(props);
  const echo = reading?.state === "read" ? `= ${props.echoOf(reading.value)}` : "";
  return (
    <Labelled
      {...props}
      echo={echo}
      textOf={(value) => valueText(isPresent(value) ? props.wordsOf(value) : null)}
    >
      <div className="flex gap-2">
        <input
          autoComplete="off"
          className={`line-control ${align === "end" ? "text-end" : ""}`}
          inputMode={props.inputMode}
          maxLength={200}
          onBlur={settle}
          onChange={({ target }) => type(target.value)}
          onKeyDown={({ key }) => {
            if (key === "Enter") settle();
          }}
          placeholder={props.placeholder}
          required={!isOptional}
          spellCheck={false}
          type="text"
          value={text}
          {...marksOf(field, { echo, hint })}
        />
        {props.after}
      </div>
      {reading?.state === "refused" && reading.offers.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {reading.offers.map((offer) => (
            <Button key={props.echoOf(offer)} onClick={() => choose(offer)}>
              {props.wordsOf(props.toValue(offer))}
            </Button>
          ))}
        </div>
      ) : null}
    </Labelled>
  );
}

function useTyped<Value, Read>(props: ParsedFieldProps<Value, Read>) {
  const { field, read, toValue, textOf, missing, isOptional = false, onRead } = props;
  const shown = (value: Value | null | undefined) => (isPresent(value) ? textOf(value) : "");
  const settled = (value: Value | null | undefined): Typed<Value, Read> => ({
    text: shown(value),
    value: value ?? null,
    from: value ?? null,
    reading: null,
  });
  const [typed, setTyped] = useState(() => settled(field.value));
  // Set elsewhere: by a save, another field, or the choice between two values.
  if (!isSame(typed.value, field.value ?? null)) setTyped(settled(field.value));

  const put = (value: Value | null, text: string, reading: Reading<Read> | null) => {
    setTyped({ ...typed, value, text, reading });
    if (value !== null) field.set(value);
    else if (props.isOptional === true) props.field.set(null);
  };
  const type = (text: string) => {
    const reading = read(text, typed.from);
    if (reading.state === "read") put(toValue(reading.value), text, reading);
    else if (reading.state === "empty" && isOptional) put(null, text, reading);
    else {
      setTyped({ ...typed, text, reading });
      field.refuse(reading.state === "empty" ? missing : reading.why);
    }
  };
  const choose = (offer: Read) => {
    const value = toValue(offer);
    field.set(value);
    setTyped({ ...settled(value), reading: { state: "read", value: offer } });
    onRead?.(offer);
    document.getElementById(field.id)?.focus();
  };
  const settle = () => {
    const { reading } = typed;
    if (reading?.state !== "read") {
      field.leave();
      return;
    }
    setTyped({ ...settled(toValue(reading.value)), reading });
    onRead?.(reading.value);
  };
  return { text: typed.text, reading: typed.reading, type, settle, choose } as const;
}

type Typed<Value, Read> = {
  readonly text: string;
  readonly value: Value | null;
  /** Value before the typing, to which an adjustment such as `+15m` is added. */
  readonly from: Value | null;
  readonly reading: Reading<Read> | null;
};

function isPresent<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
