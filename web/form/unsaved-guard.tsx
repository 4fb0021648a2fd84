import { useBlocker } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";

const loadQuestion = async () => import("./unsaved-question.tsx");
const UnsavedQuestion = lazy(async () =>
  loadQuestion().then(({ UnsavedQuestion }) => ({ default: UnsavedQuestion })),
);

/** Asks before another page, or the end of the tab, discards what was typed into the form. */
export function UnsavedGuard({ isUnsaved }: { readonly isUnsaved: boolean }) {
  useEffect(() => {
    if (isUnsaved) void loadQuestion();
  }, [isUnsaved]);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <Suspense>
      {status === "blocked" ? <UnsavedQuestion onLeave={proceed} onStay={reset} /> : null}
    </Suspense>
  );
}
