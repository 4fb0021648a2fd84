import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Answer } from "../../components/answer.tsx";
import { Page, Section } from "../../components/page.tsx";
import { useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { LoadFile, Source, TeamFile } from "./rates/ecb-rates.tsx";
import { OwnRates } from "./rates/own-rates.tsx";
import { RateState } from "./rates/rate-state.tsx";

export function RateSettings() {
  const team = useTeam();
  const query = useOfTeam(team, "GET /api/teams/:team/rates", {}, { everyMs: 60_000 });
  const missing = useOfTeam(team, "GET /api/teams/:team/rates/missing", {});
  const isNeeded = (missing.data?.items.length ?? 0) > 0;
  const [wasNeeded, setWasNeeded] = useState(false);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return (
    <Page
      lead={
        <>
          Amounts in other currencies count in {team.baseCurrency}, the currency of the{" "}
          <Link className="underline" hash="details" to="/settings/team">
            team
          </Link>
          , by the rate of their day.
        </>
      }
      title="Exchange rates"
      width="settings"
    >
      <Answer query={query} what="the exchange rates">
        {(rates) => (
          <>
            <Answer query={missing} what="the transactions without a rate">
              {({ items }) => <RateState missing={items} rates={rates} />}
            </Answer>
            <Section id="source" title="Rates of the European Central Bank">
              {/* Opens by itself where a file may help, and stays open with what was loaded. */}
              <details open={wasNeeded || undefined}>
                <summary className="cursor-pointer py-2 font-medium">
                  {leads(team) ? "Source, currencies and loading a file" : "Source and currencies"}
                </summary>
                <div className="grid gap-3 py-2">
                  <p className="max-w-measure text-ink2">
                    {leads(team)
                      ? "Load eurofxref-hist.zip (all days since 1999) or eurofxref.zip (the newest day) from the bank’s page. Its rates count for this team alone, before those that the server’s operator has loaded for all."
                      : "Only owners and admins can load files."}
                  </p>
                  {leads(team) ? <LoadFile isNeeded={isNeeded} /> : null}
                  {rates.file === null ? null : (
                    <TeamFile canRemove={leads(team)} file={rates.file} />
                  )}
                  <Source rates={rates} />
                </div>
              </details>
            </Section>
          </>
        )}
      </Answer>
      <OwnRates isMain={!isNeeded} known={query.data?.own ?? []} />
    </Page>
  );
}
