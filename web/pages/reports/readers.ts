import { useQuery } from "@tanstack/react-query";
import { dayIn } from "../../../src/shared/time.ts";
import type { ReadPath } from "../../api.ts";
import { useNow } from "../../queries.ts";
import type { ReportName } from "../../reports.ts";
import { useTeam } from "../../team.tsx";
import { readBalanceReport } from "./balance.ts";
import { readBurn, readRevenue } from "./monthly.ts";
import { readRecurring, readRunway, readTopCustomers } from "./of-now.ts";
import { readProfitLoss } from "./profit-loss.ts";
import { readSpending } from "./spending.ts";
import { readTax } from "./tax.ts";
import type { Asked, ReportView } from "./view.ts";

const READERS: Readonly<Record<ReportName, (asked: Asked) => Promise<ReportView>>> = {
  "profit-loss": readProfitLoss,
  revenue: readRevenue,
  spending: readSpending,
  "burn-rate": readBurn,
  runway: readRunway,
  balance: readBalanceReport,
  "recurring-expenses": readRecurring,
  tax: readTax,
  "top-customers": readTopCustomers,
};

const OF_NOW: ReadonlySet<ReportName> = new Set(["runway", "balance", "recurring-expenses"]);

/** False for reports of now. */
export function hasRange(name: ReportName): boolean {
  return !OF_NOW.has(name);
}

export function useReport(name: ReportName, asked: Asked) {
  // Changes find the query by its route.
  const route: ReadPath = `GET /api/teams/:team/reports/${name}`;
  return useQuery({
    queryKey: [route, asked],
    queryFn: async () => READERS[name](asked),
    // Keeps the figures of the last range while the next ones load.
    placeholderData: (before) => before,
  });
}

/** Today in the time zone of the team's books, and the start of its fiscal year. */
export function useBooks() {
  const { timeZone, fiscalYearStart } = useTeam();
  return { today: dayIn(timeZone, useNow()), fiscalYearStart };
}
