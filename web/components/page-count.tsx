import { useOfTeam } from "../queries.ts";
import { useTeam } from "../team.tsx";

export function PageCount({ to }: { readonly to: string }) {
  return to === "/transactions" ? <ToReview /> : null;
}

function ToReview() {
  const count = useToReview();
  if (count === null) return null;
  return (
    <span className="ms-auto text-caption font-normal text-ink2 tabular-nums">
      {count}
      <span className="sr-only"> to review</span>
    </span>
  );
}

/** Number of transactions to review: `12` or `99+`; null for none, and until it is known. */
export function useToReview(): string | null {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/review/counts", {});
  if (data === undefined || data.total === 0) return null;
  return data.is_more ? `${data.total}+` : String(data.total);
}
