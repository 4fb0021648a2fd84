import { PinnedTimer } from "../timer/pinned-timer.tsx";
import { PinnedUploads } from "../upload/pinned-uploads.tsx";

/** What goes on while pages come and go. */
export function Pinned() {
  return (
    <>
      <PinnedUploads />
      <PinnedTimer />
    </>
  );
}
