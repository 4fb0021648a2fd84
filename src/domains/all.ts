import { bankAccounts } from "./bank-accounts/domain.ts";
import { categories } from "./categories/domain.ts";
import { customers } from "./customers/domain.ts";
import { documents } from "./documents/domain.ts";
import { imports } from "./imports/domain.ts";
import { inbox } from "./inbox/domain.ts";
import { invoiceSettings } from "./invoice-settings/domain.ts";
import { invoices } from "./invoices/domain.ts";
import { overview } from "./overview/domain.ts";
import { paymentAccounts } from "./payment-accounts/domain.ts";
import { projects } from "./projects/domain.ts";
import { rates } from "./rates/domain.ts";
import { reports } from "./reports/domain.ts";
import { review } from "./review/domain.ts";
import { rules } from "./rules/domain.ts";
import { search } from "./search/domain.ts";
import { tags } from "./tags/domain.ts";
import { taxRates } from "./tax-rates/domain.ts";
import { teamDomain } from "./team/domain.ts";
import { timeFiles } from "./time-files/domain.ts";
import { timers } from "./timers/domain.ts";
import { timesheet } from "./timesheet/domain.ts";
import { transactions } from "./transactions/domain.ts";
import { transfers } from "./transfers/domain.ts";

/**
 * Every domain, in the order in which clients list its tools. A domain stands after those it refers to.
 * The list keeps the types of its routes, from which the web app's are made.
 */
export const domains = [
  teamDomain,
  customers,
  projects,
  timesheet,
  timeFiles,
  timers,
  tags,
  documents,
  bankAccounts,
  taxRates,
  paymentAccounts,
  invoiceSettings,
  categories,
  transactions,
  invoices,
  inbox,
  rates,
  imports,
  transfers,
  rules,
  review,
  reports,
  search,
  overview,
] as const;
