import { useBlocker } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * Blocks closing the dialog, the page and the tab until a secret that is shown once was copied or
 * confirmed as saved.
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
  // Closes after rendering: the blocker above would stop the change of address before.
  useEffect(() => {
    if (state === "saved") onSaved();
    // Runs once per state: onSaved is a new function on each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state]);
  return {
    isGuarded,
    /** True after an attempt to leave. */
    isHeld: isHeld && isGuarded,
    hold,
    copied: () => setState("copied"),
    saved: () => setState("saved"),
  } as const;
}
