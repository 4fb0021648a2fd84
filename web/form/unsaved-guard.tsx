import { useBlocker, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";

const loadQuestion = async () => import("./unsaved-question.tsx");
const UnsavedQuestion = lazy(async () =>
  loadQuestion().then(({ UnsavedQuestion }) => ({ default: UnsavedQuestion })),
);

/** Names in the address that hold a dialog or a sheet open. */
const PLACES = ["open", "id", "transaction"] as const;

const NONE: readonly string[] = [];

type UnsavedGuardProps = {
  readonly isUnsaved: boolean;
  /** True while something typed is on its way to the server, which may refuse it. */
  readonly isSaving?: boolean;
  /** More names in the address whose change discards what was typed. */
  readonly also?: readonly string[];
};

/**
 * Asks before another page, another part of the page, the end of the browser's tab, or the close of its
 * dialog or sheet discards what was typed into the form. While it is being saved, leaving waits: it goes on
 * after the save, and asks if that is refused or takes long.
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
