import { useBlocker } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * Keeps a secret that is shown once from being lost: until it was copied, or its reader says that
 * they have it, the dialog stays, and so do the page and the tab.
 */
export function useGuard(isShown: boolean, onSaved: () => void) {
  const [state, setState] = useState<"unsaved" | "copied" | "saved">("unsaved");
  const [isHeld, setIsHeld] = useState(false);
  const isGuarded = isShown && state === "unsaved";
  const hold = () => setIsHeld(true);
  useBlocker({
    shouldBlockFn: () => {
      if (isGuarded) hold();
      return isGuarded;
    },
    enableBeforeUnload: () => isGuarded,
  });
  // Closing leads to another address, which the blocker above would not let through any earlier.
  useEffect(() => {
    if (state === "saved") onSaved();
    // Once: onSaved is a new function at each rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state]);
  return {
    isGuarded,
    /** Whether somebody tried to leave. */
    isHeld: isHeld && isGuarded,
    hold,
    copied: () => setState("copied"),
    saved: () => setState("saved"),
  } as const;
}
