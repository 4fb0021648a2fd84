import { Link } from "@tanstack/react-router";
import { spoken } from "../../../src/shared/words.ts";
import { Figure, FigureLine } from "../../components/figures.tsx";
import { dayIn, shortDay } from "../../dates.ts";
import { money } from "../../numbers.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { type Customer, monthOf } from "./customer.ts";

const TIME = { tab: "time" } as const;

/** Figures of the customer in one line. */
export function Figures({ customer }: { readonly customer: Customer }) {
  const { timeZone } = useMe().user;
  const today = dayIn(timeZone, useNow());
  const { id, tracked_on, project_count, invoice_count } = customer;
  const projects = (
    <Figure name="Projects">
      {project_count === 0 ? (
        "None"
      ) : (
        <Link search={{ customer: id }} to="/projects">
          {project_count.toLocaleString("en-GB")}
        </Link>
      )}
    </Figure>
  );
  if (tracked_on === null)
    return (
      <FigureLine>
        <Figure name="Time">None tracked yet</Figure>
        {projects}
      </FigureLine>
    );
  return (
    <FigureLine>
      <Figure name="Tracked this month">
        {customer.seconds_this_month === 0 ? (
          "None"
        ) : (
          <Link params={{ id }} search={{ ...TIME, ...monthOf(today) }} to="/customers/$id">
            {spoken(customer.seconds_this_month)}
          </Link>
        )}
      </Figure>
      <Figure name="Tracked in all">
        <Link params={{ id }} search={TIME} to="/customers/$id">
          {spoken(customer.seconds)}
        </Link>
      </Figure>
      <Unbilled id={id} />
      {projects}
      {invoice_count === 0 ? null : (
        <Figure name="Invoices">{invoice_count.toLocaleString("en-GB")}</Figure>
      )}
      <Figure name="Last tracked">{tracked_on === today ? "Today" : shortDay(tracked_on)}</Figure>
    </FigureLine>
  );
}

/** Worth of the time that no invoice has, in each currency. */
function Unbilled({ id }: Pick<Customer, "id">) {
  const filter = { customer_id: id, limit: 1 };
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/projects/unbilled", filter);
  const amounts = data?.totals?.amounts ?? [];
  return (
    <Figure name="Unbilled">
      {amounts.length === 0 ? (
        data && "Nothing"
      ) : (
        <Link search={{ customer: id }} to="/projects/unbilled">
          {amounts.map(({ minor, currency }) => money(minor, currency)).join(" · ")}
        </Link>
      )}
    </Figure>
  );
}
