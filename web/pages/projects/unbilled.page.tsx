import { Link } from "@tanstack/react-router";
import { dayIn } from "../../../src/shared/time.ts";
import { ButtonAnchor } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { useListAddress } from "../../list/address.ts";
import { ListView } from "../../list/list-view.tsx";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { months } from "../reports/ranges.ts";
import { useChosenCustomer, useChosenProject } from "./filters.ts";
import { unbilledFilter, UNBILLED } from "./unbilled-list.tsx";

const BACK = { to: "/projects", label: "Projects" } as const;

export function Unbilled() {
  const team = useTeam();
  const customer = useChosenCustomer(UNBILLED);
  const project = useChosenProject(UNBILLED);
  const { values } = useListAddress(UNBILLED);
  const all = useOfTeam(team, "GET /api/teams/:team/projects/unbilled", { limit: 1 });
  const amounts = all.data?.totals?.amounts ?? [];
  const currency =
    all.data && amounts.map(({ currency }) => ({ value: currency, label: currency }));
  const filters = new URLSearchParams(unbilledFilter(values)).toString();
  return (
    <Page
      actions={
        amounts.length === 0 ? null : (
          <ButtonAnchor
            href={`/api/teams/${team.id}/projects/unbilled/file?${filters}`}
            kind="secondary"
          >
            Export CSV
          </ButtonAnchor>
        )
      }
      back={BACK}
      lead={
        <>
          Everybody’s time on billable projects with a rate. Time on an invoice leaves this list;
          time that you export stays. To bill it in another program, export each month once:{" "}
          <Months />.
        </>
      }
      title="Unbilled time"
    >
      <ListView choices={{ customer, project, currency }} list={UNBILLED} />
    </Page>
  );
}

/** Sets the days to a month, which the file then has too. */
function Months() {
  const { timeZone } = useMe().user;
  const today = dayIn(timeZone, useNow());
  const { values } = useListAddress(UNBILLED);
  const monthOf = (label: string, after: number) => {
    const range = months(today, after, 1);
    const isSet = values["from"] === range.from && values["to"] === range.to;
    return (
      <Link
        aria-current={isSet || undefined}
        className="underline aria-[current=true]:font-semibold aria-[current=true]:text-ink"
        search={{ ...values, ...range }}
        to="/projects/unbilled"
      >
        {label}
      </Link>
    );
  };
  return (
    <>
      {monthOf("last month", -1)} or {monthOf("this month", 0)}
    </>
  );
}
