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

type Reader = {
  /** Part of the query's key, by which changes find it. */
  readonly route: ReadPath;
  readonly read: (asked: Asked) => Promise<ReportView>;
  /** False for reports of now, which take no range. */
  readonly hasRange: boolean;
};

export const REPORT_READERS: Readonly<Record<ReportName, Reader>> = {
  "profit-loss": {
    route: "GET /api/teams/:team/reports/profit-loss",
    read: readProfitLoss,
    hasRange: true,
  },
  revenue: { route: "GET /api/teams/:team/reports/revenue", read: readRevenue, hasRange: true },
  spending: { route: "GET /api/teams/:team/reports/spending", read: readSpending, hasRange: true },
  "burn-rate": {
    route: "GET /api/teams/:team/reports/burn-rate",
    read: readBurn,
    hasRange: true,
  },
  runway: { route: "GET /api/teams/:team/reports/runway", read: readRunway, hasRange: false },
  balance: {
    route: "GET /api/teams/:team/reports/balance",
    read: readBalanceReport,
    hasRange: false,
  },
  "recurring-expenses": {
    route: "GET /api/teams/:team/reports/recurring-expenses",
    read: readRecurring,
    hasRange: false,
  },
  tax: { route: "GET /api/teams/:team/reports/tax", read: readTax, hasRange: true },
  "top-customers": {
    route: "GET /api/teams/:team/reports/top-customers",
    read: readTopCustomers,
    hasRange: true,
  },
};

export function useReport(name: ReportName, asked: Asked) {
  const { route, read } = REPORT_READERS[name];
  return useQuery({
    queryKey: [route, asked],
    queryFn: async () => read(asked),
    // The figures of another range stay until these are there.
    placeholderData: (before) => before,
  });
}

/** Today in the time zone of the team's books, and the start of its fiscal year. */
export function useBooks() {
  const { timeZone, fiscalYearStart } = useTeam();
  return { today: dayIn(timeZone, useNow()), fiscalYearStart };
}
