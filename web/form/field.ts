import type { Input, WritePath } from "../api.ts";

/**
 * One value of a form, for a control to show and to set. `Written` is what the route takes: a control that
 * could set anything else is a type error.
 */
export type Field<Value, Written = Value> = {
  /** Element id of the control, unique on the page. */
  readonly id: string;
  readonly name: string;
  readonly value: Value;
  readonly set: (value: Written) => void;
  /** Says why what is typed has no value yet. The form is not sent until `set` is called. */
  readonly refuse: (problem: string) => void;
  /** Error to show beside the control. */
  readonly problem: string | null;
  /** Shows the error of what is typed: called when the control loses the focus. */
  readonly leave: () => void;
  readonly clash: Clash<Value> | null;
  /** Set outside of a form, where nothing is required. */
  readonly isLoose?: true;
};

/** Value that somebody else saved meanwhile, and the answer to it. */
export type Clash<Value> = {
  readonly theirs: Value;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly isKept: boolean;
};

/** Fields of a route: its input, without the parameters of its path and without `seen`. */
export type FieldsOf<P extends WritePath> = Omit<Input<P>, ParametersOf<P> | "seen">;

/** Names of the parameters of a path: `"team" | "id"`. */
type ParametersOf<P extends string> = P extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParametersOf<`/${Rest}`>
  : P extends `${string}/:${infer Name}`
    ? Name
    : never;

/** Input that a form sends beside its fields: at least the parameters of the path. */
export type Given<P extends WritePath> = Pick<Input<P>, ParametersOf<P> & keyof Input<P>> &
  Partial<FieldsOf<P>>;

/** Makes the field of a name of the route. */
export type FieldMaker<P extends WritePath> = <Name extends keyof FieldsOf<P> & string>(
  name: Name,
) => Field<FieldsOf<P>[Name] | undefined, FieldsOf<P>[Name]>;

/** Field outside of a form: a filter, or a choice that is saved at once. */
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
