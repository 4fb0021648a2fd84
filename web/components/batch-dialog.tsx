import { type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";

type Kind = "primary" | "secondary" | "danger";

type BatchAction = {
  readonly label: string;
  /** Each action of a dialog needs another kind. */
  readonly kind?: Kind;
  /** False until everything is chosen or counted. */
  readonly isReady?: boolean;
  /** Must show its own refusals. */
  readonly act: () => Promise<unknown>;
};

type BatchDialogProps = Pick<
  DialogProps,
  "backTo" | "description" | "finalFocus" | "onClose" | "title"
> & {
  readonly children?: ReactNode;
  /** Without actions the dialog tells why nothing can be done. */
  readonly actions: readonly BatchAction[];
  readonly isCancelFirst?: boolean;
};

export function BatchDialog(props: BatchDialogProps) {
  const { title, description, children, actions, isCancelFirst = false, onClose } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const [running, setRunning] = useState<Kind | null>(null);
  const press = async ({ act, kind = "primary", isReady = true }: BatchAction) => {
    if (!isReady || running !== null) return;
    setRunning(kind);
    try {
      await act();
    } finally {
      setRunning(null);
    }
  };
  return (
    <Dialog
      backTo={props.backTo}
      description={description}
      finalFocus={props.finalFocus}
      initialFocus={isCancelFirst ? cancel : undefined}
      isOpen
      onClose={onClose}
      title={title}
    >
      {children}
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose} ref={cancel}>
          {actions.length === 0 ? "Close" : "Cancel"}
        </Button>
        {actions.map((action) => {
          const { label, kind = "primary", isReady = true } = action;
          return (
            <Button
              aria-disabled={!isReady || undefined}
              isBusy={running === kind}
              key={kind}
              kind={kind}
              onClick={() => void press(action)}
            >
              {label}
            </Button>
          );
        })}
      </div>
    </Dialog>
  );
}
