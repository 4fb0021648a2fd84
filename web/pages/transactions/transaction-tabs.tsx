import { Link } from "@tanstack/react-router";
import { useToReview } from "../../components/page-count.tsx";

const LOOK = "nav-link inline-flex min-h-11 items-center gap-1.5 px-3 sm:min-h-9";

export function TransactionTabs() {
  const count = useToReview();
  return (
    <nav aria-label="Transactions">
      <ul className="flex gap-1">
        <li>
          <Link
            activeOptions={{ exact: true, includeSearch: false }}
            className={LOOK}
            to="/transactions"
          >
            All
          </Link>
        </li>
        <li>
          <Link
            activeOptions={{ exact: true, includeSearch: false }}
            className={LOOK}
            to="/transactions/review"
          >
            Review
            {count === null ? null : <span className="tabular-nums">{count}</span>}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
