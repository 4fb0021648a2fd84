import { type ComponentProps, type ReactNode, useState } from "react";
import type { Reading } from "../../src/shared/reading.ts";
import { Button } from "../components/button.tsx";
import { LINE_CONTROL } from "./edge.ts";
import type { Field } from "./field.ts";
import { Labelled, marksOf, valueText, type Words } from "./labelled.tsx";
import { isSame } from "./same.ts";

/** Value of a control that reads text; an optional one that is empty is sent as null. */
export type ParsedValue<Value> =
  | { readonly isOptional?: false; readonly field: Field<Value | null | undefined, Value> }
  | {
      readonly isOptional: true;
      readonly field: Field<Value | null | undefined, Value | null>;
    };

type ParsedFieldProps<Value, Read> = Words &
  ParsedValue<Value> &
  Pick<ComponentProps<"input">, "inputMode" | "placeholder"> & {
    /** Reads what is typed; `from` is the value that was there before. */
    readonly read: (text: string, from: Value | null) => Reading<Read>;
    readonly toValue: (read: Read) => Value;
    /** The text of a value in the control, which reads back as the same value. */
    readonly textOf: (value: Value) => string;
    /** The understood text in words. */
    readonly echoOf: (read: Read) => string;
    readonly wordsOf: (value: Value) => string;
    /** Error of an empty control that is needed: `Enter an amount.` */
    readonly missing: string;
    /** Takes all that was read, when the control is left. */
    readonly onRead?: (read: Read) => void;
    readonly align?: "end";
    readonly after?: ReactNode;
  };

/**
 * Text control with a typed value. It shows below what it understood, writes it in full when it is left,
 * and keeps the text when it has no meaning, with offers where it may have several.
 */
export function ParsedField<Value, Read>(props: ParsedFieldProps<Value, Read>) {
  const { field, label, hint, isOptional = false, isLabelHidden = false, align } = props;
  const { text, reading, type, settle, choose } = useTyped(props);
  const echo = reading?.state === "read" ? `= ${props.echoOf(reading.value)}` : "";
  return (
    <Labelled
      echo={echo}
      field={field}
      hint={hint}
      isLabelHidden={isLabelHidden}
      isOptional={isOptional}
      label={label}
      textOf={(value) => valueText(isPresent(value) ? props.wordsOf(value) : null)}
    >
      <div className="flex gap-2">
        <input
          autoComplete="off"
          className={`${LINE_CONTROL} ${align === "end" ? "text-end" : ""}`}
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

/** The text of the control and what it means. */
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
  /** The value before the typing, which an adjustment such as `+15m` changes. */
  readonly from: Value | null;
  readonly reading: Reading<Read> | null;
};

function isPresent<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
