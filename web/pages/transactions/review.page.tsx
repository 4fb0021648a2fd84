import { Answer } from "../../components/answer.tsx";
import { Page } from "../../components/page.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { ReviewList } from "./review/review-list.tsx";
import { TransactionTabs } from "./transaction-tabs.tsx";

/** Transactions that wait for a person. */
export function Review() {
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/review", {});
  return (
    <Page
      lead="What a person should decide, each with one key. U undoes, ? shows all keys."
      title="Review"
    >
      <TransactionTabs />
      <Answer query={query} what="the review">
        {(review) => <ReviewList review={review} />}
      </Answer>
    </Page>
  );
}
