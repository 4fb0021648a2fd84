import { Pencil } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { WritePath } from "../api.ts";
import { Late } from "../components/answer.tsx";
import { Button } from "../components/button.tsx";
import { Shape } from "../components/shapes.tsx";
import type { FieldMaker } from "./field.ts";
import { FormSummary, Overtaken } from "./form-summary.tsx";
import { isInQuestion, UnsavedGuard } from "./unsaved-guard.tsx";
import { type FormParts, useForm } from "./use-form.ts";

type InlineFieldProps<P extends WritePath> = FormParts<P> & {
  /** Noun within the button's name: `category`. */
  readonly label: string;
  readonly told: string | null;
  /** Called when the editor opens and closes. While it is open, keep the field on the page. */
  readonly onOpen?: (isOpen: boolean) => void;
  readonly children: (field: FieldMaker<P>) => ReactNode;
};

const SAVED_MS = 2000;

/**
 * Value that is edited where it is read. Enter and blur save, Esc reverts. After a failure the typed text
 * stays, with a button to try again.
 */
export function InlineField<P extends WritePath>(props: InlineFieldProps<P>) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (!isSaved) return undefined;
    const timer = setTimeout(() => setIsSaved(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
  useLayoutEffect(() => {
    if (isOpen || !wantsFocus.current) return;
    wantsFocus.current = false;
    // The key that closed the editor is not to press the button. Who has moved on meanwhile stays there.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus();
    });
  }, [isOpen]);
  const put = (isOpen: boolean) => {
    setIsOpen(isOpen);
    props.onOpen?.(isOpen);
  };
  const close = (how: "saved" | "left", withFocus: boolean) => {
    put(false);
    setIsSaved(how === "saved");
    wantsFocus.current = withFocus;
  };
  if (isOpen) return <Editor {...props} onClose={close} />;
  const { label, told } = props;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2">
      <button
        // Without a value its text names it: a name must hold the visible text.
        aria-label={told === null ? undefined : `Edit ${label}, ${told}`}
        className="-mx-2 flex min-h-11 min-w-0 cursor-pointer items-center gap-2 rounded-control px-2 text-start hover:bg-hover sm:min-h-8"
        onClick={() => put(true)}
        onKeyDown={(event) => {
          if (event.key === "F2") put(true);
        }}
        ref={button}
        type="button"
      >
        {told === null ? <span className="text-ink2">Add {label}</span> : <bdi>{told}</bdi>}
        <Pencil aria-hidden className="shrink-0 text-ink3" size={16} strokeWidth={1.5} />
      </button>
      <output className="flex items-center gap-1 text-ink2">
        {isSaved ? (
          <>
            <Shape tone="good" />
            Saved
          </>
        ) : null}
      </output>
    </span>
  );
}

type EditorProps<P extends WritePath> = InlineFieldProps<P> & {
  readonly onClose: (how: "saved" | "left", withFocus: boolean) => void;
};

function Editor<P extends WritePath>({ onClose, children, ...parts }: EditorProps<P>) {
  const box = useRef<HTMLDivElement>(null);
  const hasFocus = () => box.current?.contains(document.activeElement) === true;
  const form = useForm({
    ...parts,
    onDone: async (output, sent) => {
      await parts.onDone?.(output, sent);
      onClose("saved", hasFocus());
    },
  });
  useEffect(() => box.current?.querySelector<HTMLElement>(CONTROLS)?.focus(), []);
  const save = () => {
    if (form.isChanged) form.submit();
    else onClose("left", hasFocus());
  };
  const press = (event: KeyboardEvent) => {
    // A list that is open takes Enter and Esc for itself.
    if (event.defaultPrevented || isInOpenList(event.target)) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose("left", true);
    }
    // In a text it begins a line, and a button does what it says.
    const { target } = event;
    const hasOwn = target instanceof HTMLTextAreaElement || target instanceof HTMLButtonElement;
    if (event.key === "Enter" && !hasOwn) save();
  };
  return (
    <>
      {/* Beside the editor: keys in its question are not for the editor. */}
      <UnsavedGuard isSaving={form.isSending} isUnsaved={form.isChanged && !form.isBusy} />
      {/* Keys of the control within arrive here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className="grid gap-2"
        onBlur={({ relatedTarget }) => {
          const isLeft = !(relatedTarget instanceof Node && box.current?.contains(relatedTarget));
          if (!isLeft || !document.hasFocus() || isInPopup(relatedTarget)) return;
          // A refused value waits for a change or a press: saved again, it would be refused again.
          if (form.stillWrong === null && !isInQuestion(relatedTarget, box.current)) save();
        }}
        onKeyDown={press}
        ref={box}
      >
        {form.other === null ? null : (
          <Overtaken count={form.undecided} other={form.other} ref={null} />
        )}
        {children(form.view.field)}
        <Outcome form={form} onDiscard={() => onClose("left", true)} />
      </div>
    </>
  );
}

/** Progress of the save, or why it failed. */
function Outcome({
  form,
  onDiscard,
}: {
  readonly form: Pick<ReturnType<typeof useForm>, "id" | "isBusy" | "problem" | "submit">;
  readonly onDiscard: () => void;
}) {
  return (
    <>
      <div className="flex items-center gap-2 empty:hidden">
        {form.isBusy ? (
          <output className="text-ink2">
            <Late>Saving…</Late>
          </output>
        ) : null}
      </div>
      {form.problem === null ? null : (
        <>
          <FormSummary form={form.id} problem={form.problem} ref={null} />
          <div className="flex gap-2">
            <Button kind="primary" onClick={form.submit}>
              Retry
            </Button>
            <Button onClick={onDiscard}>Discard</Button>
          </div>
        </>
      )}
    </>
  );
}

const CONTROLS = "input:not([type=hidden]), select, textarea";

function isInOpenList(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[aria-expanded=true]") !== null;
}

/** The list of a combobox is drawn outside of the editor. */
function isInPopup(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("[role=listbox], [role=presentation]") !== null
  );
}
