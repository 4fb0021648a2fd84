import { Page } from "../../components/page.tsx";
import { ListView } from "../../list/list-view.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useChosenCustomer } from "./customer-filter.ts";
import { UNBILLED } from "./unbilled-list.tsx";

const BACK = { to: "/projects", label: "Projects" } as const;

/** Time that no invoice has yet, by customer and project. */
export function Unbilled() {
  const customer = useChosenCustomer(UNBILLED);
  const all = useOfTeam(useTeam(), "GET /api/teams/:team/projects/unbilled", { limit: 1 });
  const currency = all.data?.totals?.amounts.map(({ currency }) => ({
    value: currency,
    label: currency,
  }));
  return (
    <Page
      back={BACK}
      lead="Time on billable projects with a rate, of everybody. Running timers are left out."
      title="Unbilled time"
    >
      <ListView choices={{ customer, currency }} list={UNBILLED} />
    </Page>
  );
}
