import { ButtonLink } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { ListView } from "../../list/list-view.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useChosenCustomer } from "./customer-filter.ts";
import { UNBILLED } from "./unbilled-list.tsx";

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
      actions={
        <ButtonLink kind="quiet" to="/projects">
          All projects
        </ButtonLink>
      }
      lead="Time on billable projects with a rate, of everybody. Running timers are left out."
      title="Unbilled time"
    >
      <ListView choices={{ customer, currency }} list={UNBILLED} />
    </Page>
  );
}
