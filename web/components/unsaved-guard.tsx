import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

/** Asks before another page, or the end of the tab, discards what was typed into the form. */
export function UnsavedGuard({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const stay = useRef<HTMLButtonElement>(null);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Dialog
      description="What you typed here is not saved yet."
      initialFocus={stay}
      isOpen
      onClose={reset}
      title="Leave without saving?"
    >
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button kind="primary" onClick={reset} ref={stay}>
          Stay here
        </Button>
        <Button kind="danger" onClick={proceed}>
          Leave
        </Button>
      </div>
    </Dialog>
  );
}
