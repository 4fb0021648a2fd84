import type { Input, WritePath } from "../api.ts";

/**
 * Value of a form, for a control to show and to set. `Written` is the type that the route takes.
 */
export type Field<Value, Written = Value> = {
  readonly id: string;
  readonly name: string;
  readonly value: Value;
  readonly set: (value: Written) => void;
  /** Tells why the typed text is no value yet. The form is not sent until `set` is called. */
  readonly refuse: (problem: string) => void;
  readonly problem: string | null;
  /** Shows the error of the typed text; called on blur. */
  readonly leave: () => void;
  readonly clash: Clash<Value> | null;
  /** True outside of a form, where nothing is required. */
  readonly isLoose?: true;
};

export type Clash<Value> = {
  readonly theirs: Value;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly isKept: boolean;
};

export type FieldsOf<P extends WritePath> = Omit<Input<P>, ParametersOf<P> | "seen">;

type ParametersOf<P extends string> = P extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<`/${Rest}`>
  : P extends `${string}/:${infer Name}`
    ? Name
    : never;

/** Input beside the fields: at least the path's parameters. */
export type Given<P extends WritePath> = Pick<Input<P>, ParametersOf<P> & keyof Input<P>> &
  Partial<FieldsOf<P>>;

export type FieldMaker<P extends WritePath> = <Name extends keyof FieldsOf<P> & string>(
  name: Name,
) => Field<FieldsOf<P>[Name] | undefined, FieldsOf<P>[Name]>;

export function looseField<Value>(
  name: string,
  value: Value,
  set: (value: Value) => void,
): Field<Value> {
  const nothing = () => undefined;
  return {
    id: name,
    name,
    value,
    set,
    refuse: nothing,
    problem: null,
    leave: nothing,
    clash: null,
    isLoose: true,
  };
}
