import { lazy, Suspense, useSyncExternalStore } from "react";
import { PinnedTimer } from "../timer/pinned-timer.tsx";
import { hasBegun, onBegin } from "../upload/begun.ts";

const PinnedUploads = lazy(async () =>
  import("../upload/pinned-uploads.tsx").then(({ PinnedUploads }) => ({ default: PinnedUploads })),
);

/** Timer and files that go on while pages come and go. */
export function Pinned() {
  const hasUploads = useSyncExternalStore(onBegin, hasBegun);
  return (
    <>
      <Suspense>{hasUploads ? <PinnedUploads /> : null}</Suspense>
      <PinnedTimer />
    </>
  );
}
