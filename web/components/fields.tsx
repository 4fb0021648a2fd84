import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useField } from "./form.tsx";
import { Shape } from "./shapes.tsx";

type Labelled = {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
};

const EDGE =
  "w-full min-h-11 sm:min-h-9 rounded-control border border-edge bg-surface px-3 py-1 text-section sm:text-body text-ink aria-invalid:border-bad aria-invalid:inset-ring aria-invalid:inset-ring-bad";

type TextFieldProps = Labelled &
  Omit<ComponentProps<"input">, "className" | "id" | "name"> & {
    /** Follows the field, on its line. */
    readonly after?: ReactNode;
  };

export function TextField({ name, label, hint, after, ...input }: TextFieldProps) {
  return (
    <Field hint={hint} label={label} name={name}>
      <div className="flex gap-2">
        <input className={EDGE} name={name} type="text" {...input} {...useMarks(name, hint)} />
        {after}
      </div>
    </Field>
  );
}

type PasswordFieldProps = Labelled & {
  readonly autoComplete: "current-password" | "new-password";
};

export function PasswordField({ name, label, hint, autoComplete }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field hint={hint} label={label} name={name}>
      <div className="flex gap-2">
        <input
          autoComplete={autoComplete}
          className={EDGE}
          name={name}
          required
          type={isShown ? "text" : "password"}
          {...useMarks(name, hint)}
        />
        <button
          aria-pressed={isShown}
          className="min-h-11 shrink-0 cursor-pointer rounded-control border border-edge bg-surface px-3 font-medium whitespace-nowrap hover:bg-hover sm:min-h-9"
          onClick={() => setIsShown(!isShown)}
          type="button"
        >
          {isShown ? "Hide" : "Show"}
          <span className="sr-only"> {label.toLowerCase()}</span>
        </button>
      </div>
    </Field>
  );
}

type SelectFieldProps = Labelled &
  Omit<ComponentProps<"select">, "className" | "id" | "name"> & {
    readonly options: readonly (Option | Group)[];
  };

type Option = { readonly value: string; readonly label: string };
type Group = { readonly label: string; readonly options: readonly Option[] };

/** Native `<select>`: every keyboard, screen reader and phone knows it. */
export function SelectField({ name, label, hint, options, ...select }: SelectFieldProps) {
  return (
    <Field hint={hint} label={label} name={name}>
      <span className="relative block">
        <select
          className={`${EDGE} appearance-none text-ellipsis pe-9`}
          name={name}
          {...select}
          {...useMarks(name, hint)}
        >
          <Options options={options} />
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-ink2"
          size={16}
          strokeWidth={1.5}
        />
      </span>
    </Field>
  );
}

function Options({ options }: { readonly options: readonly (Option | Group)[] }) {
  return options.map((option) =>
    "options" in option ? (
      <optgroup key={option.label} label={option.label}>
        <Options options={option.options} />
      </optgroup>
    ) : (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ),
  );
}

type Choice = {
  readonly value: string;
  readonly label: string;
  readonly hint: ReactNode;
  readonly isDisabled?: boolean;
};

type ChoicesProps = {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
};

export function Choices({ name, label, choices, value, onChange }: ChoicesProps) {
  const { id } = useField(name);
  // A problem's link leads to the chosen one, or to the first.
  const entry = choices.find((choice) => choice.value === value) ?? choices[0];
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="rule-list border-t border-line">
        {choices.map((choice) => (
          <label
            className="-mx-2 grid cursor-pointer grid-cols-[auto_1fr] gap-x-3 rounded-control px-2 py-2 hover:bg-hover has-disabled:cursor-not-allowed has-disabled:text-ink3"
            key={choice.value}
          >
            <input
              checked={choice.value === value}
              className="mt-0.5 size-4 accent-accent"
              disabled={choice.isDisabled}
              id={choice === entry ? id : undefined}
              name={name}
              onChange={() => onChange(choice.value)}
              type="radio"
              value={choice.value}
            />
            <span className="font-medium">{choice.label}</span>
            <span className="col-start-2 text-ink2">{choice.hint}</span>
          </label>
        ))}
      </div>
      <Problem name={name} />
    </fieldset>
  );
}

function Field({ name, label, hint, children }: Labelled & { readonly children: ReactNode }) {
  const { id } = useField(name);
  return (
    <div className="grid gap-1">
      <label className="font-medium" htmlFor={id}>
        {label}
      </label>
      {children}
      <Problem name={name} />
      {hint === undefined ? null : (
        <p className="text-ink2" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function Problem({ name }: { readonly name: string }) {
  const { id, problem } = useField(name);
  if (problem === null) return null;
  return (
    <p className="flex gap-1.5 font-medium text-bad" id={`${id}-problem`}>
      <span className="pt-0.5">
        <Shape tone="bad" />
      </span>
      {problem}
    </p>
  );
}

/** The field's id, and the ids of its error and hint for `aria-describedby`. */
function useMarks(name: string, hint: ReactNode) {
  const { id, problem } = useField(name);
  const ids = [
    ...(problem === null ? [] : [`${id}-problem`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ];
  return {
    id,
    "aria-invalid": problem === null ? undefined : true,
    "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
  } as const;
}
