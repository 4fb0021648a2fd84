import { Link } from "@tanstack/react-router";
import { Answer } from "../../components/answer.tsx";
import { Page, Section } from "../../components/page.tsx";
import { useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { LoadFile } from "./rates/load-file.tsx";
import { OwnRates } from "./rates/own-rates.tsx";
import { Source } from "./rates/source.tsx";

/** Rates with which amounts in other currencies are counted in the team's. */
export function RateSettings() {
  const team = useTeam();
  const query = useOfTeam(team, "GET /api/teams/:team/rates", {}, { everyMs: 60_000 });
  return (
    <Page
      lead={
        <>
          Amounts in other currencies count in {team.baseCurrency}, by the rate of their day. The
          currency of the team is set in{" "}
          <Link className="underline" hash="details" to="/settings/team">
            Team
          </Link>
          .
        </>
      }
      title="Exchange rates"
      width="settings"
    >
      <Section
        hint="Units of a currency for 1 EUR, on each day that banks work."
        id="source"
        title="Rates of the European Central Bank"
      >
        <Answer query={query} what="the exchange rates">
          {(rates) => <Source rates={rates} />}
        </Answer>
        {leads(team) ? (
          <div className="grid gap-2">
            <p className="max-w-measure text-ink2">
              The bank publishes eurofxref-hist.zip (all days since 1999) and eurofxref.zip (the
              newest). Load either, or the CSV file in it. All teams of this server get its rates.
            </p>
            <LoadFile />
          </div>
        ) : (
          <p className="text-ink2">Only owners and admins can load files.</p>
        )}
      </Section>
      <OwnRates />
    </Page>
  );
}
