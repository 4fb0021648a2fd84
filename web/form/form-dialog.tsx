import { type ReactNode, useRef } from "react";
import type { Output, WritePath } from "../api.ts";
import { Button } from "../components/button.tsx";
import { Dialog, type DialogProps } from "../components/dialog.tsx";
import { say } from "../components/toast.tsx";
import { useRefetch } from "../queries.ts";
import { useTeam } from "../team.tsx";
import { sayWithUndo } from "../undo.ts";
import { Form, type FormProps } from "./form.tsx";

export type FormDialogProps<P extends WritePath> = Pick<
  DialogProps,
  "backTo" | "description" | "finalFocus" | "initialFocus" | "onClose" | "size" | "title"
> &
  Omit<FormProps<P>, "before"> & {
    /** Toast after the dialog has closed. It has Undo if the answer names an event. */
    readonly said?: string | ((output: Output<P>) => string);
    /** Id of the record: a newer toast about it replaces the older one. */
    readonly about?: string;
    /** Runs after an undo. By default it refetches what the write changes. */
    readonly afterUndo?: (output: Output<P>) => Promise<unknown>;
    /** Runs after the write instead of `onClose`, to lead to another page. */
    readonly leave?: (output: Output<P>) => Promise<void> | void;
    /** Gives the first field the focus, and not Cancel, in a dialog of the kind `danger` too. */
    readonly isFieldFirst?: true;
    readonly below?: ReactNode;
  };

export function FormDialog<P extends WritePath>(props: FormDialogProps<P>) {
  const { onClose, said, about, leave, onDone, changes = "all" } = props;
  const team = useTeam().id;
  const refetch = useRefetch(changes);
  const isCancelFirst = props.kind === "danger" && props.isFieldFirst !== true;
  const cancel = useRef<HTMLButtonElement>(null);
  const tell = (output: Output<P>) => {
    if (said === undefined) return;
    const words = typeof said === "string" ? said : said(output);
    const event = eventOf(output);
    const { afterUndo = refetch } = props;
    if (event !== null) sayWithUndo(words, { team, event, after: async () => afterUndo(output) });
    else say(words, about === undefined ? {} : { about });
  };
  return (
    <Dialog
      backTo={props.backTo}
      description={props.description}
      finalFocus={props.finalFocus}
      initialFocus={isCancelFirst ? cancel : props.initialFocus}
      isOpen
      onClose={onClose}
      size={props.size}
      title={props.title}
    >
      <Form
        {...props}
        before={
          <Button onClick={onClose} ref={cancel}>
            Cancel
          </Button>
        }
        onDone={async (output, sent) => {
          if (leave === undefined) onClose();
          else await leave(output);
          tell(output);
          await onDone?.(output, sent);
        }}
      />
      {props.below}
    </Dialog>
  );
}

function eventOf(output: unknown): string | null {
  const isAnswer = typeof output === "object" && output !== null && "event" in output;
  return isAnswer && typeof output.event === "string" ? output.event : null;
}
