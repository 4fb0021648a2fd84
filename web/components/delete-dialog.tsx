import { type ReactNode, useRef } from "react";
import type { WritePath } from "../api.ts";
import { firstOnPage } from "../focus.ts";
import { FormDialog, type FormDialogProps } from "../form/form-dialog.tsx";
import { useIsWriting } from "../queries.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type Parts = {
  readonly title: string;
  /** Consequences: what is deleted with the record, as the server counts it, and what stays. */
  readonly description?: ReactNode;
  /**
   * Ids of elements, the record's own button first. On closing, the first of them on the page gets the
   * focus, or else the page's title; by default the opener.
   */
  readonly backTo?: readonly (string | undefined)[];
  readonly onClose: () => void;
};

type DeleteDialogProps<P extends WritePath> = Parts &
  Pick<FormDialogProps<P>, "route" | "given" | "submit" | "said" | "changes"> &
  Partial<
    Pick<
      FormDialogProps<P>,
      "about" | "afterUndo" | "children" | "leave" | "needsPassword" | "onDone"
    >
  >;

/** Asks before a deletion. Cancel has the focus, and the toast afterwards has Undo. */
export function DeleteDialog<P extends WritePath>(props: DeleteDialogProps<P>) {
  // A list may unmount the dialog with the row, before the write has ended.
  const isGone = useIsWriting();
  const backTo = isGone ? props.backTo?.slice(1) : props.backTo;
  return <FormDialog {...props} finalFocus={focusOf(backTo)} kind="danger" />;
}

type KeptDialogProps = Parts & {
  /** Further buttons: a link to what keeps the record, or another way. */
  readonly children?: ReactNode;
};

/** Tells why a record cannot be deleted. */
export function KeptDialog({ title, description, backTo, onClose, children }: KeptDialogProps) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      description={description}
      finalFocus={focusOf(backTo)}
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

function focusOf(ids: Parts["backTo"]): (() => HTMLElement | null) | undefined {
  return ids && (() => firstOnPage(...ids) ?? document.querySelector("h1"));
}
