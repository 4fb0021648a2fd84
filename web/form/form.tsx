import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import type { WritePath } from "../api.ts";
import { Late } from "../components/answer.tsx";
import { Button } from "../components/button.tsx";
import { Shape } from "../components/shapes.tsx";
import { useConfirmation } from "./confirmation.tsx";
import { FormSummary, Overtaken } from "./form-summary.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import { type FormParts, type FormView, useForm } from "./use-form.ts";

type Part<P extends WritePath> = ReactNode | ((form: FormView<P>) => ReactNode);

export type FormProps<P extends WritePath> = FormParts<P> & {
  readonly submit: string;
  /** A secondary button becomes primary while there are unsaved changes. */
  readonly kind?: "primary" | "secondary" | "danger";
  readonly children?: Part<P>;
  readonly beside?: Part<P>;
  readonly before?: ReactNode;
  /** Above the buttons: a summary of the action. In a long form it stays in view with them. */
  readonly foot?: Part<P>;
  readonly done?: string;
  /** Asks for the password, unless it was entered within ten minutes. */
  readonly needsPassword?: boolean | ((values: FormView<P>["values"]) => boolean);
};

/**
 * Form that writes by a route. A refusal is shown above, and beside each wrong field; what was typed
 * stays.
 */
export function Form<P extends WritePath>(props: FormProps<P>) {
  const { submit, kind = "primary", needsPassword = false, done } = props;
  const confirmation = useConfirmation();
  const isGuarded = (values: FormView<P>["values"]) =>
    typeof needsPassword === "function" ? needsPassword(values) : needsPassword;
  const form = useForm(props, async (act, values) =>
    isGuarded(values) ? confirmation.confirmed(act) : act(),
  );
  const { id, view, isBusy, problem } = form;
  const summary = useRef<HTMLDivElement>(null);
  const { other } = form;
  useEffect(() => {
    if (problem !== null || other !== null) summary.current?.focus();
  }, [problem, other]);
  const drawn = (part: Part<P>) => (typeof part === "function" ? part(view) : part);
  const submitted = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className="form grid gap-5" noValidate onSubmit={submitted}>
      <UnsavedGuard isSaving={form.isSending} isUnsaved={form.isChanged && !isBusy} />
      {form.stillWrong === null ? null : (
        <FormSummary form={id} problem={form.stillWrong} ref={summary} />
      )}
      {other === null ? null : <Overtaken count={form.undecided} other={other} ref={summary} />}
      {drawn(props.children)}
      {isGuarded(view.values) ? confirmation.field(id, problem) : null}
      <div className="form-foot">
        {drawn(props.foot)}
        <div className="form-buttons flex flex-wrap items-center gap-2 max-sm:*:flex-1">
          {props.before}
          <Button
            isBusy={isBusy}
            kind={kind === "secondary" && form.isChanged ? "primary" : kind}
            type="submit"
          >
            {submit}
          </Button>
          {drawn(props.beside)}
          <output className="flex items-center gap-1 text-ink2 max-sm:basis-full!">
            {isBusy ? <Late>Working…</Late> : null}
            {kind === "secondary" && form.isChanged && !isBusy ? "Not saved yet" : null}
            {form.isDone && done !== undefined ? (
              <>
                <Shape tone="good" />
                {done}
              </>
            ) : null}
          </output>
        </div>
      </div>
    </form>
  );
}
