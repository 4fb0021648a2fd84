import { Answer } from "../../components/answer.tsx";
import { Page } from "../../components/page.tsx";
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
    </Page>
  );
}
