import { Link } from "@tanstack/react-router";
import { Answer } from "../../components/answer.tsx";
import { useReceiptCounts } from "../../components/page-count.tsx";
import { Page } from "../../components/page.tsx";
import { counted } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { ReviewList } from "./review/review-list.tsx";
import { TransactionTabs } from "./transaction-tabs.tsx";

export function ReviewPage() {
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/review", {});
  return (
    <Page
      lead={
        <>
          Transactions that wait for your decision.
          <span className="pointer-coarse:hidden">
            {" "}
            Each takes one key; U undoes, ? shows all keys.
          </span>
        </>
      }
      tabs={<TransactionTabs />}
      title="Review"
    >
      <Answer query={query} what="the review">
        {(review) => <ReviewList review={review} />}
      </Answer>
      <Papers />
    </Page>
  );
}

const TRANSACTIONS_PATH = "GET /api/teams/:team/transactions";
const WITHOUT = { attachment: "none" } as const;

/** Receipts without a payment, and payments without a receipt, with the lists of both. */
function Papers() {
  const { review } = useReceiptCounts();
  const { data } = useOfTeam(useTeam(), TRANSACTIONS_PATH, { ...WITHOUT, limit: 1 });
  const without = data?.totals?.count ?? 0;
  if (review + without === 0) return null;
  return (
    <ul aria-label="Receipts" className="grid gap-1 border-t border-line pt-4">
      {review === 0 ? null : (
        <li>
          <Link className={PAPERS} to="/receipts">
            {counted(review, "receipt waits", "receipts wait")} for a payment
          </Link>
        </li>
      )}
      {without === 0 ? null : (
        <li>
          <Link className={PAPERS} search={WITHOUT} to="/transactions">
            {counted(without, "payment has", "payments have")} no receipt
          </Link>
        </li>
      )}
    </ul>
  );
}

const PAPERS = "inline-flex min-h-11 items-center underline sm:min-h-6";
