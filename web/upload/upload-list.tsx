import { lazy, Suspense } from "react";
import type { SentFile } from "./upload-queue.ts";
import { type Uploads, useListing } from "./uploads.ts";

const UploadRows = lazy(async () =>
  import("./upload-rows.tsx").then(({ UploadRows }) => ({ default: UploadRows })),
);

export type UploadListProps = {
  readonly uploads: Uploads;
  /** `stored` by default. */
  readonly did?: string;
  /** Address of what came of a file; its document by default. */
  readonly hrefOf?: (sent: SentFile) => string;
};

/** List of the files that were sent to a place. Its rows are loaded with the first of them. */
export function UploadList(props: UploadListProps) {
  const { files, target } = props.uploads;
  useListing(target);
  if (files.length === 0) return null;
  return (
    <Suspense>
      <UploadRows {...props} />
    </Suspense>
  );
}
