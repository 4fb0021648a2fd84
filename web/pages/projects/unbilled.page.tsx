import { ButtonAnchor } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { useListAddress } from "../../list/address.ts";
import { ListView } from "../../list/list-view.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useChosenCustomer } from "./customer-filter.ts";
import { filterOf, UNBILLED } from "./unbilled-list.tsx";

const BACK = { to: "/projects", label: "Projects" } as const;

/** Time that no invoice has yet, by customer and project. */
export function Unbilled() {
  const team = useTeam();
  const customer = useChosenCustomer(UNBILLED);
  const { values } = useListAddress(UNBILLED);
  const all = useOfTeam(team, "GET /api/teams/:team/projects/unbilled", { limit: 1 });
  const amounts = all.data?.totals?.amounts ?? [];
  const currency =
    all.data && amounts.map(({ currency }) => ({ value: currency, label: currency }));
  const filters = new URLSearchParams(filterOf(values)).toString();
  return (
    <Page
      actions={
        amounts.length === 0 ? null : (
          <ButtonAnchor
            href={`/api/teams/${team.id}/projects/unbilled/file?${filters}`}
            kind="primary"
          >
            Export as CSV
          </ButtonAnchor>
        )
      }
      back={BACK}
      lead="Everybody’s time on billable projects with a rate. Export it to write the invoices, which Ledgerport does not do yet."
      title="Unbilled time"
    >
      <ListView choices={{ customer, currency }} list={UNBILLED} />
    </Page>
  );
}
