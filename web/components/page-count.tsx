import type { ReactNode } from "react";
import { useOfTeam } from "../queries.ts";
import { useTeam } from "../team.tsx";

export function PageCount({ to }: { readonly to: string }) {
  if (to === "/receipts") return <ReceiptsToReview />;
  return to === "/transactions" ? <ToReview /> : null;
}

function ReceiptsToReview() {
  const { review } = useReceiptCounts();
  return review === 0 ? null : <Count>{review}</Count>;
}

function ToReview() {
  const count = useToReview();
  if (count === null) return null;
  return <Count>{count}</Count>;
}

function Count({ children }: { readonly children: ReactNode }) {
  return (
    <span className="ms-auto text-caption font-normal text-ink2 tabular-nums">
      {children}
      <span className="sr-only"> to review</span>
    </span>
  );
}

const NO_RECEIPTS = { review: 0, reading: 0, suggested: 0 } as const;

/** Numbers of receipts; zeros until they are known. */
export function useReceiptCounts() {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/inbox/counts", {});
  return data ?? NO_RECEIPTS;
}

/** Number of transactions to review: `12` or `99+`; null for none, and until it is known. */
export function useToReview(): string | null {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/review/counts", {});
  if (data === undefined || data.total === 0) return null;
  return data.is_more ? `${data.total}+` : String(data.total);
}
