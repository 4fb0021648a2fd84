import { useToReview } from "../to-review.ts";

/** Number of what waits on a page, beside its name in the navigation: of transactions those to review. */
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
