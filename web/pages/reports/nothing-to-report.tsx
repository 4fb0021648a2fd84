import { Answer, Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { useOfTeam } from "../../queries.ts";
import type { ReportName } from "../../reports.ts";
import { useTeam } from "../../team.tsx";
import { NoTransactions } from "../transactions/no-transactions.tsx";

/** A report without a figure: why, and the next step. */
export function NothingToReport({ name }: { readonly name: ReportName }) {
  const any = useOfTeam(useTeam(), "GET /api/teams/:team/transactions", { limit: 1 });
  return (
    <Answer query={any} what="the transactions">
      {({ items }) => (items.length === 0 ? <NoTransactions /> : <NothingOf name={name} />)}
    </Answer>
  );
}

function NothingOf({ name }: { readonly name: ReportName }) {
  if (name === "top-customers")
    return (
      <Empty
        action={<ButtonLink to="/reports/revenue">See revenue by category</ButtonLink>}
        title="No invoices yet"
      >
        This report lists customers by the invoices that they paid. Invoices cannot be made here
        yet.
      </Empty>
    );
  if (name === "recurring-expenses" || name === "runway")
    return (
      <Empty
        action={<ButtonLink to="/transactions">See the transactions</ButtonLink>}
        title="Not enough months yet"
      >
        This report looks at the six months before this one. They have no transactions that count.
      </Empty>
    );
  return (
    <Empty
      action={<ButtonLink to="/transactions">See all transactions</ButtonLink>}
      title="Nothing in this range"
    >
      No transaction of these days counts. Choose other days above.
    </Empty>
  );
}
