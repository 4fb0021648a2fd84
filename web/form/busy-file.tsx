import type { UseQueryResult } from "@tanstack/react-query";
import { Refused } from "../api.ts";
import { Notice } from "../components/status.tsx";

const TRIES_AGAIN = 8;
const AGAIN_MS = 3000;

/** Options of a query that sends a file: while the server has others' files to read, it is sent again by itself. */
export const AGAIN_WHEN_BUSY = {
  retry: (failures: number, error: Error) => isBusyRefusal(error) && failures < TRIES_AGAIN,
  retryDelay: AGAIN_MS,
} as const;

function isBusyRefusal(error: Error | null): boolean {
  return error instanceof Refused && error.problem.code === "busy";
}

type BusyNoteProps = {
  readonly query: Pick<UseQueryResult, "isFetching" | "failureReason">;
};

/** Says that the file waits, while it is to be sent again. */
export function BusyNote({ query: { isFetching, failureReason } }: BusyNoteProps) {
  const isWaiting = isFetching && isBusyRefusal(failureReason);
  return (
    <output className="block empty:hidden">
      {isWaiting ? (
        <Notice title="The server is reading other files" tone="quiet">
          <p>Yours is sent again by itself in a few seconds. You need not do anything.</p>
        </Notice>
      ) : null}
    </output>
  );
}
