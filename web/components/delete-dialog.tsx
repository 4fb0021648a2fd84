import { type ReactNode, useRef } from "react";
import type { WritePath } from "../api.ts";
import { FormDialog, type FormDialogProps } from "../form/form-dialog.tsx";
import { useIsWriting } from "../queries.ts";
import { Button } from "./button.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";

type DeleteDialogProps<P extends WritePath> = Pick<
  FormDialogProps<P>,
  "backTo" | "changes" | "given" | "onClose" | "route" | "said" | "submit" | "title"
> &
  Partial<
    Pick<
      FormDialogProps<P>,
      "about" | "afterUndo" | "beside" | "children" | "leave" | "needsPassword" | "onDone"
    >
  > & {
    /** Consequences: what is deleted with the record, as the server counts it, and what stays. */
    readonly description?: ReactNode;
  };

/** Asks before a deletion. Cancel has the focus, and the toast afterwards has Undo. */
export function DeleteDialog<P extends WritePath>(props: DeleteDialogProps<P>) {
  // A list may unmount the dialog with the row, before the write has ended.
  const isGone = useIsWriting();
  const backTo = isGone ? props.backTo?.slice(1) : props.backTo;
  return <FormDialog {...props} backTo={backTo} kind="danger" />;
}

type KeptDialogProps = Pick<DialogProps, "backTo" | "description" | "onClose" | "title"> & {
  readonly children?: ReactNode;
};

export function KeptDialog({ title, description, backTo, onClose, children }: KeptDialogProps) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      backTo={backTo}
      description={description}
      initialFocus={close}
      isOpen
      onClose={onClose}
      title={title}
    >
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose} ref={close}>
          Close
        </Button>
        {children}
      </div>
    </Dialog>
  );
}
