import { useRef } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";

type UnsavedQuestionProps = { readonly onStay: () => void; readonly onLeave: () => void };

export function UnsavedQuestion({ onStay, onLeave }: UnsavedQuestionProps) {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      description="What you typed here is not saved yet."
      initialFocus={stay}
      isOpen
      onClose={onStay}
      title="Leave without saving?"
    >
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button kind="primary" onClick={onStay} ref={stay}>
          Stay here
        </Button>
        <Button kind="danger" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </Dialog>
  );
}
