import { sql } from "kysely";
import { heldLogWords } from "../../db/database-file.ts";
import { listDead } from "../../db/outbox.ts";
import { keptSealing } from "../../db/server-secret.ts";
import { findSealed } from "../../domains/bank-accounts/account-number.ts";
import { findWrongNumber } from "../../domains/invoices/prove-numbers.ts";
import {
  countForeignAccounts,
  countUnproven,
  isStale,
  staleDay,
} from "../../domains/rates/get-rates.ts";
import { readSource } from "../../domains/rates/rate.ts";
import { findWrongTotal, RECOMPUTATION } from "../../domains/timesheet/kept-totals.ts";
import { findWrongFigure } from "../../domains/transactions/kept-figures.ts";
import { createDocumentFetcher } from "../../oauth/client-document.ts";
import { PINNED_DOCUMENTS } from "../../oauth/pinned-documents.ts";
import { instantOf } from "../../shared/time.ts";
import { counted } from "../../shared/words.ts";
import { CREDENTIALS, ENDPOINT_CHECKS } from "./endpoints.ts";
import { FILES } from "./files.ts";
import { MAIL_IN } from "./mail-in.ts";
import { METADATA } from "./metadata.ts";
import { REACH_CHECKS } from "./reach.ts";
import { type Check, type Finding, readDatabase, type Visit } from "./visit.ts";

export const CHECKS: readonly Check[] = [
  ...REACH_CHECKS,
  ...METADATA,
  ...ENDPOINT_CHECKS,
  ...CREDENTIALS,
  {
    name: "jobs",
    title: "no background job has failed for good",
    after: ["database"],
    run: deadJobs,
  },
  {
    name: "log",
    title: "no reader keeps SQLite's write-ahead log from beginning anew",
    after: ["database"],
    run: heldLog,
  },
  {
    name: "totals",
    title: "the kept totals of tracked time are the sums of the entries",
    after: ["database"],
    run: wrongTotal,
  },
  {
    name: "books",
    title:
      "what is kept beside transactions follows from them, and the totals of months are their sums",
    after: ["database"],
    run: wrongFigure,
  },
  {
    name: "invoices",
    title: "the numbers of invoices are complete, and what was sent is as it was",
    after: ["database"],
    run: wrongNumber,
  },
  ...FILES,
  MAIL_IN,
  {
    name: "rates",
    title: "exchange rates are up to date where accounts need them",
    after: ["database"],
    run: staleRates,
  },
  {
    name: "rate-sources",
    title: "the exchange rates of all teams are the operator’s",
    after: ["database"],
    run: unprovenRates,
  },
  {
    name: "bank-numbers",
    title: "the secret that seals account numbers opens them, and is kept apart from them",
    after: ["database"],
    run: sealedNumbers,
  },
  {
    name: "client-documents",
    title: "documents in which apps describe themselves can be fetched",
    after: [],
    run: canFetch,
  },
  {
    name: "clock",
    title: "the server's clock agrees with this machine's",
    after: ["health"],
    run: async ({ ask, desk }) => {
      const { headers } = await ask("/healthz");
      const skew = skewOf(headers.get("date"), desk.clock());
      if (skew === null || Math.abs(skew) <= MOST_SKEW_SECONDS) return null;
      return {
        problem: `The server's clock is ${Math.abs(skew)} seconds ${skew > 0 ? "ahead of" : "behind"} this machine's.`,
        fix: "Set both clocks by the network: codes and tokens end by the server's.",
        isWarning: true,
      };
    },
  },
  {
    name: "encryption",
    title: "traffic is encrypted, or stays on this machine",
    after: [],
    run: async ({ url }) => {
      const { protocol, hostname } = new URL(url);
      if (protocol === "https:" || LOOPBACK.test(hostname)) return null;
      return {
        problem: `Keys, tokens and passwords travel in clear to ${hostname}, and the session's cookie is not bound to it (__Host-).`,
        fix: "Put a proxy with TLS before the server, and set BASE_URL to its https:// address.",
        isWarning: true,
      };
    },
  },
];

async function heldLog({ desk }: Visit): Promise<Finding | null> {
  const database = await desk.open("as it is");
  try {
    // SQLite opens its log at the first read.
    await sql`select 1 from migrations limit 1`.execute(database.reader);
    const bytes = database.heldLog();
    return bytes === null ? null : { ...heldLogWords(bytes), isWarning: true };
  } finally {
    await database.close();
  }
}

async function wrongFigure(visit: Visit): Promise<Finding | null> {
  return readDatabase(visit, async (db) => {
    const wrong = await findWrongFigure(db);
    if (wrong === null) return null;
    return {
      problem: `A figure of the books is not what its transactions give: in team ${wrong.team_id} ${wrong.what}. There may be more.`,
      fix: "Take a backup, and report it: only the server writes these figures, beside the transactions. Until it is mended, reports may differ from the lists.",
    };
  });
}

async function wrongNumber(visit: Visit): Promise<Finding | null> {
  return readDatabase(visit, async (db) => {
    const wrong = await findWrongNumber(db);
    if (wrong === null) return null;
    return {
      problem: `An invoice is not as it was sent, or a number is missing: in team ${wrong.team_id}. ${wrong.what} There may be more.`,
      fix: "Take a backup, and compare with an earlier one: only the server writes these rows, and it never changes what was sent. Settings, Invoices, Numbers lists all of them.",
    };
  });
}

async function wrongTotal(visit: Visit): Promise<Finding | null> {
  return readDatabase(visit, async (db) => {
    const wrong = await findWrongTotal(db);
    if (wrong === null) return null;
    const { team_id, project_id, assigned_id, kept, counted } = wrong;
    return {
      problem: `A kept total of tracked time is wrong: in team ${team_id} user ${assigned_id} has ${counted} seconds on project ${project_id}, and ${kept} are kept. There may be more.`,
      fix: `Stop the server, take a backup, and run this SQL on the database: ${RECOMPUTATION} If it happens again, report it: triggers keep these totals.`,
    };
  });
}

const MOST_SKEW_SECONDS = 30;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whole seconds; null without a Date header. */
function skewOf(date: string | null, now: number): number | null {
  const milliseconds = date === null ? Number.NaN : Date.parse(date) - now;
  return Number.isNaN(milliseconds) ? null : Math.round(milliseconds / 1000);
}

async function sealedNumbers(visit: Visit): Promise<Finding | null> {
  return readDatabase(visit, async (db) => {
    const { secret } = visit.desk.settings();
    const sealing = await keptSealing(secret, db);
    if (sealing === null) return null;
    const { sealed, lost } = await findSealed(db, sealing);
    if (sealed === 0) return null;
    if (lost > 0)
      return {
        problem: `${counted(lost, "account number")} of ${sealed} cannot be opened: they were sealed with another SECRET.`,
        fix: "Set the earlier SECRET again, or enter these numbers anew.",
        isWarning: true,
      };
    if (!sealing.isInDatabase) return null;
    return {
      problem: "The secret that seals account numbers lies in the same database as they do.",
      fix: "Set SECRET, and then enter the numbers anew: whoever gets the database alone cannot read them then.",
      isWarning: true,
    };
  });
}

async function staleRates(visit: Visit): Promise<Finding | null> {
  return readDatabase(visit, async (db) => {
    const now = instantOf(visit.desk.clock());
    const accounts = await countForeignAccounts(db, { after: staleDay(now) });
    if (accounts === 0) return null;
    const { newest_day, tried_at, failure } = await readSource(db);
    if (!isStale(newest_day, now) && failure === null) return null;
    const state =
      newest_day === null ? "There are no exchange rates" : `The newest rates are of ${newest_day}`;
    const tried = failure === null ? "" : ` They were not fetched at ${tried_at}: ${failure}`;
    return {
      problem: `${state}, and ${counted(accounts, "bank account")} in another currency than the team’s need them.${tried}`,
      fix: "Load eurofxref-hist.zip of the European Central Bank with rates:load, or set RATES_URL so that the server fetches it every day.",
      isWarning: true,
    };
  });
}

async function unprovenRates(visit: Visit): Promise<Finding | null> {
  return readDatabase(visit, async (db) => {
    const count = await countUnproven(db);
    if (count === 0) return null;
    return {
      problem: `${counted(count, "exchange rate")} of all teams may have been loaded by owners or admins of one of them, which earlier versions allowed.`,
      fix: "Load eurofxref-hist.zip of the European Central Bank once with rates:load, which corrects them. With --remove-others, rates of its days that it does not have are removed too.",
      isWarning: true,
    };
  });
}

/** Any such document shows whether documents can be fetched from here. */
const [{ client_id: EXAMPLE }] = PINNED_DOCUMENTS;

/** Left out for a server elsewhere, which may reach other hosts than this machine. */
async function canFetch({ desk, isOwn }: Visit): Promise<Finding | "left out" | null> {
  if (!isOwn || !desk.settings().clientDocuments) return "left out";
  const { clock, outside } = desk;
  const fetched = await createDocumentFetcher({ clock, ...(outside && { outside }) })(EXAMPLE);
  if ("document" in fetched) return null;
  const { host } = new URL(EXAMPLE);
  const names = PINNED_DOCUMENTS.map(({ client_name }) => client_name).join(", ");
  return {
    problem: `The document at ${EXAMPLE} cannot be fetched: ${fetched.problem}.`,
    fix: `Allow the server outgoing HTTPS to ${host} and to the hosts of your other apps. Until then ${names} connect by copies that the server has, and other apps that describe themselves in a document do not connect. With OAUTH_CLIENT_DOCUMENTS=off they register instead.`,
    isWarning: true,
  };
}

async function deadJobs(visit: Visit): Promise<Finding | null> {
  return readDatabase(visit, async (db) => {
    const dead = await listDead(db);
    if (dead.length === 0) return null;
    const named = dead.map(({ job, count, latest }) => `${count} × ${job}, last ${latest}`);
    return {
      problem: `Background jobs failed for good: ${named.join("; ")}.`,
      fix: "Mend what the server's log says at that time, and have the work done again in the web app. Failed jobs are deleted after 90 days.",
      isWarning: true,
    };
  });
}
