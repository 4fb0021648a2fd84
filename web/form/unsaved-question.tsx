import { useEffect, useRef, useState } from "react";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";

/** A save that is quicker ends without the question. */
const PATIENCE_MS = 1500;

type UnsavedQuestionProps = {
  readonly isSaving: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
};

export function UnsavedQuestion({ isSaving, onStay, onLeave }: UnsavedQuestionProps) {
  const stay = useRef<HTMLButtonElement>(null);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog
      description={
        isSaving
          ? "What you typed here is still being saved. The page is left as soon as it is."
          : "What you typed here is not saved yet."
      }
      initialFocus={stay}
      isOpen={!isSaving || isLate}
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
