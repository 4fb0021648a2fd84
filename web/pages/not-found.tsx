import { lazy, Suspense } from "react";
import { loadPart, Refused } from "../api.ts";

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

/** True for a record that this team does not have. An id that is none is refused as invalid. */
export function isUnknown(error: Error | null): boolean {
  return error instanceof Refused && [404, 422].includes(error.problem.status);
}
