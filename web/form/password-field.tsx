import { useState } from "react";
import type { Field } from "./field.ts";
import { Labelled, marksOf, type Words } from "./labelled.tsx";

type PasswordFieldProps = Words & {
  readonly field: Field<string | undefined, string>;
  readonly autoComplete: "current-password" | "new-password";
};

export function PasswordField({ field, label, hint, autoComplete }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Labelled field={field} hint={hint} label={label} textOf={() => "Hidden"}>
      <div className="flex gap-2">
        <input
          autoComplete={autoComplete}
          className="line-control"
          onChange={({ target }) => field.set(target.value)}
          required
          type={isShown ? "text" : "password"}
          value={field.value ?? ""}
          {...marksOf(field, { hint })}
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
    </Labelled>
  );
}
