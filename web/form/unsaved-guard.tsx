import { useBlocker, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";

const loadQuestion = async () => import("./unsaved-question.tsx");
const UnsavedQuestion = lazy(async () =>
  loadQuestion().then(({ UnsavedQuestion }) => ({ default: UnsavedQuestion })),
);

const PLACES = ["open", "id", "transaction"] as const;

const NONE: readonly string[] = [];

type UnsavedGuardProps = {
  readonly isUnsaved: boolean;
  readonly isSaving?: boolean;
  /** More search parameters whose change would lose what was typed. */
  readonly also?: readonly string[];
};

/**
 * Asks before unsaved text is lost: by another page or tab, by closing the dialog or the browser's tab.
 * During a save it waits, and asks only if the save is refused or takes long.
 */
export function UnsavedGuard({ isUnsaved, isSaving = false, also = NONE }: UnsavedGuardProps) {
  const isGuarded = isUnsaved || isSaving;
  useEffect(() => {
    if (isGuarded) void loadQuestion();
  }, [isGuarded]);
  // The address that the form was opened at: a dialog that opens and closes above it discards nothing.
  const search = useSearch({ strict: false });
  const [openedAt] = useState(search);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isGuarded &&
      (current.pathname !== next.pathname ||
        (current.search["tab"] === openedAt["tab"] && next.search["tab"] !== openedAt["tab"]) ||
        also.some((name) => current.search[name] !== next.search[name]) ||
        PLACES.some(
          (name) =>
            openedAt[name] !== undefined &&
            current.search[name] === openedAt[name] &&
            next.search[name] !== openedAt[name],
        )),
    enableBeforeUnload: isGuarded,
    withResolver: true,
  });
  useEffect(() => {
    if (!isGuarded) proceed?.();
  }, [isGuarded, proceed]);
  return (
    <Suspense>
      {status === "blocked" ? (
        <UnsavedQuestion isSaving={!isUnsaved} onLeave={proceed} onStay={reset} />
      ) : null}
    </Suspense>
  );
}

/** True within a dialog above the editor, such as the question before the page is left. */
export function isInQuestion(target: EventTarget | null, editor: Element | null): boolean {
  const dialog = target instanceof Element ? target.closest("[role=dialog]") : null;
  return dialog !== null && !dialog.contains(editor);
}
