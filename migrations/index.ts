import type { Dialect } from "../src/db/dialect.ts";
import type { Db } from "../src/db/schema/schema.ts";
import { foundation } from "./0001-foundation.ts";
import { protocol } from "./0002-protocol.ts";
import { names } from "./0003-names.ts";
import { signInAndOauth } from "./0004-sign-in-and-oauth.ts";
import { invitations } from "./0005-invitations.ts";
import { keyRotation } from "./0006-key-rotation.ts";
import { activity } from "./0007-activity.ts";
import { outbox } from "./0008-outbox.ts";
import { totals } from "./0009-totals.ts";
import { accounts } from "./0010-accounts.ts";
import { collections } from "./0011-collections.ts";
import { callLog } from "./0012-call-log.ts";
import { customers } from "./0013-customers.ts";
import { projects } from "./0015-projects.ts";
import { sums } from "./0016-sums.ts";
import { money } from "./0017-money.ts";
import { transactions } from "./0018-transactions.ts";
import { rates } from "./0019-rates.ts";
import { ruleCounts } from "./0020-rule-counts.ts";
import { lookAlikes } from "./0021-look-alikes.ts";
import { bookedTotals } from "./0022-booked-totals.ts";
import { grownLists } from "./0023-grown-lists.ts";
import { importSums } from "./0024-import-sums.ts";
import { counterparts } from "./0025-counterparts.ts";
import { teamFiles } from "./0026-team-files.ts";
import { callCounts } from "./0027-call-counts.ts";
import { invoices } from "./0028-invoices.ts";
import { paidInvoices } from "./0029-paid-invoices.ts";
import { papers } from "./0030-papers.ts";
import { receiptsByMail } from "./0031-receipts-by-mail.ts";
import { folderEvents } from "./0032-folder-events.ts";
import { deletionLimit } from "./0033-deletion-limit.ts";
import { unlinkedPayments } from "./0034-unlinked-payments.ts";

export type Migration = {
  readonly name: string;
  readonly up: (db: Db, dialect: Dialect) => Promise<void>;
};

/** In order of application. Append only: a released migration is never changed. */
export const migrations: readonly Migration[] = [
  foundation,
  protocol,
  names,
  signInAndOauth,
  invitations,
  keyRotation,
  activity,
  outbox,
  totals,
  accounts,
  collections,
  callLog,
  customers,
  projects,
  sums,
  money,
  transactions,
  rates,
  ruleCounts,
  lookAlikes,
  bookedTotals,
  grownLists,
  importSums,
  counterparts,
  teamFiles,
  callCounts,
  invoices,
  paidInvoices,
  papers,
  receiptsByMail,
  folderEvents,
  deletionLimit,
  unlinkedPayments,
];
