import { baseContextOf } from "../src/db/context.ts";
import { readEcbFile } from "../src/domains/rates/ecb-file.ts";
import { type Loaded, loadRates } from "../src/domains/rates/load-rates.ts";
import { findTeamFile, loadTeamFile } from "../src/domains/rates/team-file.ts";
import { type SetTeamRate, setTeamRate } from "../src/domains/rates/team-rates.ts";
import type { Team, World } from "./app.ts";
import { sourcesOf } from "./outbox.ts";

/** A file as the ECB writes it: rates by day and currency. */
export function ecbFile(days: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const currencies = [...new Set(Object.values(days).flatMap((rates) => Object.keys(rates)))];
  const lines = Object.entries(days).map(([day, rates]) =>
    [day, ...currencies.map((currency) => rates[currency] ?? "N/A"), ""].join(","),
  );
  return `${[["Date", ...currencies, ""].join(","), ...lines].join("\n")}\n`;
}

/** Loads rates as the operator does. */
export async function load(world: World, days: Parameters<typeof ecbFile>[0]): Promise<Loaded> {
  const rates = await readEcbFile(Buffer.from(ecbFile(days)), "2026-12-31");
  return loadRates(baseContextOf(sourcesOf(world)), rates);
}

/** Deletes all public rates: other tests of the same database have loaded some. */
export async function forgetRates(world: World): Promise<void> {
  await world.database.begin(async (db) => {
    await db.deleteFrom("exchange_rates").execute();
    await db.deleteFrom("rate_sources").execute();
  });
}

/** Loads a file of the team's, by the verb, and answers the id of its record. */
export async function addTeamFile(
  team: Team,
  days: Parameters<typeof ecbFile>[0],
): Promise<string> {
  const rates = await readEcbFile(Buffer.from(ecbFile(days)), "2026-12-31");
  const context = { ...team.auditContext, now: team.world.now };
  await loadTeamFile(context, { name: "eurofxref.csv", rates });
  return (await findTeamFile(context))?.id ?? "";
}

/** Sets a rate of the team's own, by the verb, and answers its id. */
export async function addTeamRate(team: Team, rate: SetTeamRate): Promise<string> {
  const context = { ...team.auditContext, now: team.world.now };
  return (await setTeamRate(context, rate)).id;
}
