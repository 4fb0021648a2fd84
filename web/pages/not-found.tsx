import { lazy, Suspense } from "react";
import { loadPart } from "../api.ts";

const UnknownAddress = lazy(async () =>
  loadPart(async () => import("./unknown-address.tsx")).then(({ UnknownAddress }) => ({
    default: UnknownAddress,
  })),
);

/** Loads its text only when it is shown. */
export function NotFound() {
  return (
    <Suspense>
      <UnknownAddress />
    </Suspense>
  );
}
