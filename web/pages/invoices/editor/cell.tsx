import { type KeyboardEventHandler, useState } from "react";
import type { Reading } from "../../../../src/shared/reading.ts";
import { Button } from "../../../components/button.tsx";
import { Shape } from "../../../components/shapes.tsx";

type CellProps<Value> = {
  readonly id: string;
  readonly label: string;
  readonly brief: string;
  readonly value: Value;
  readonly textOf: (value: Value) => string;
  readonly read: (text: string) => Reading<Value>;
  /** Value of an empty field; without it, one must be typed. */
  readonly empty?: Value;
  readonly onRead: (value: Value) => void;
  /** Tells why the typed text is no value; null once it is one. */
  readonly onFault: (why: string | null) => void;
  /** Why the server refused the value. */
  readonly refused: string | null;
  readonly placeholder?: string;
  readonly className: string;
  readonly onKeyDown?: KeyboardEventHandler;
};

/**
 * Field of a number within a line. Unlike a field of a form, it echoes nothing: the amount of the line beside
 * it does. Its problem stands below the whole line.
 */
export function Cell<Value>(props: CellProps<Value>) {
  const { id, label, brief, value, textOf, read, refused, className } = props;
  const [typed, setTyped] = useState<Typed<Value>>(() => settled(value, textOf(value)));
  const [isLeft, setIsLeft] = useState(false);
  // Set elsewhere: a suggestion, another session, or a change of the currency.
  if (!Object.is(keyOf(typed.value), keyOf(value))) setTyped(settled(value, textOf(value)));
  const type = (text: string) => {
    const reading = read(text);
    setIsLeft(false);
    if (reading.state === "read") put(reading.value, text, reading);
    else if (reading.state === "empty" && "empty" in props && props.empty !== undefined)
      put(props.empty, text, reading);
    else {
      setTyped({ ...typed, text, reading });
      props.onFault(reading.state === "empty" ? `${brief} is missing.` : reading.why);
    }
  };
  const put = (value: Value, text: string, reading: Reading<Value>) => {
    setTyped({ value, text, reading });
    props.onFault(null);
    props.onRead(value);
  };
  const settle = () => {
    setIsLeft(true);
    const { reading } = typed;
    if (
      reading === null ||
      reading.state === "read" ||
      (reading.state === "empty" && props.empty !== undefined)
    )
      setTyped(settled(value, textOf(value)));
  };
  const choose = (offer: Value) => {
    put(offer, textOf(offer), { state: "read", value: offer });
    document.getElementById(id)?.focus();
  };
  const { reading } = typed;
  const offers = reading?.state === "refused" ? reading.offers : [];
  const own =
    reading?.state === "refused"
      ? reading.why
      : reading?.state === "empty" && props.empty === undefined
        ? `${brief} is missing.`
        : null;
  const problem = own === null ? refused : isLeft || offers.length > 0 ? own : null;
  return (
    <>
      <div className={className}>
        <CellLabel brief={brief} id={id} label={label} />
        <input
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          aria-invalid={problem === null ? undefined : true}
          aria-label={label}
          autoComplete="off"
          className="line-control text-end"
          id={id}
          inputMode="decimal"
          maxLength={100}
          onBlur={settle}
          onChange={({ target }) => type(target.value)}
          onKeyDown={props.onKeyDown}
          placeholder={props.placeholder}
          spellCheck={false}
          type="text"
          value={typed.text}
        />
      </div>
      {problem === null ? null : (
        <CellProblem id={id} problem={problem}>
          {offers.map((offer) => (
            <Button key={textOf(offer)} onClick={() => choose(offer)}>
              {textOf(offer)}
            </Button>
          ))}
        </CellProblem>
      )}
    </>
  );
}

type Typed<Value> = {
  readonly value: Value;
  readonly text: string;
  readonly reading: Reading<Value> | null;
};

function settled<Value>(value: Value, text: string): Typed<Value> {
  return { value, text, reading: null };
}

function keyOf(value: unknown): string {
  return JSON.stringify(value);
}

type CellLabelProps = { readonly id: string; readonly brief: string; readonly label: string };

/** The heads of the columns name the cells of wide screens; narrow ones have a label in each line. */
export function CellLabel({ id, brief }: CellLabelProps) {
  return (
    <label className="text-caption text-ink2 @min-[36rem]:sr-only" htmlFor={id}>
      {brief}
    </label>
  );
}

type CellProblemProps = {
  readonly id: string;
  readonly problem: string;
  readonly children?: React.ReactNode;
};

export function CellProblem({ id, problem, children }: CellProblemProps) {
  return (
    <div className="col-span-full flex flex-wrap items-center gap-2">
      <p className="flex gap-1.5 font-medium text-bad" id={`${id}-problem`}>
        <span className="pt-0.5">
          <Shape tone="bad" />
        </span>
        {problem}
      </p>
      {children}
    </div>
  );
}
