import { z } from "zod";
import type { Snapshot } from "../../activity/recorded-change.ts";
import { namesIn, type SharedSubject, type Clash } from "../../activity/subject.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam } from "../../db/transaction.ts";
import { settleRatesOf } from "./settle.ts";
import type { rateFileSnapshot } from "./team-file.ts";
import { countTeamRates, MOST_TEAM_RATES, type teamRateSnapshot } from "./team-rates.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    team_rate: typeof teamRateSubject;
    rate_file: typeof rateFileSubject;
  }
}

const Restored = z.object({ id: z.string(), currency: z.string(), day: z.string() });

type Column = Exclude<keyof ReturnType<typeof teamRateSnapshot>, "id">;

export const teamRateSubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: {
    label: "Exchange rate",
    one: "an exchange rate",
    named: "the exchange rate of *",
    inFields: "*",
    many: "exchange rates",
  },
  verbs: { created: { said: "set *", tried: "set *" } },
  fields: {
    currency: { label: "Currency", kind: "currency" },
    day: { label: "Day", kind: "day" },
    rate: { label: "Units for 1 EUR", kind: "text" },
  },
  page: null,
  names: namesIn("team_rates", "currency"),
  namedIn: "currency",
  undo: {
    table: "team_rates",
    key: ["id"],
    derived: () => ({}),
    referredBy: [],
    hold: lockTeam,
    clash: inTheWay,
    after: async (context, rows) => {
      const snapshots = rows.flatMap(({ before, after }) => [before, after]);
      const days = snapshots.flatMap((snapshot) =>
        snapshot === null ? [] : [Restored.parse(snapshot).day],
      );
      await settleRatesOf(context, days);
    },
  },
};

async function inTheWay(context: Context, snapshot: Snapshot): Promise<Clash | null> {
  const { db, team } = context;
  const { id, currency, day } = Restored.parse(snapshot);
  const others = await db
    .selectFrom("team_rates")
    .select("id")
    .where("team_id", "=", team.id)
    .where((row) =>
      row.or([row("id", "=", id), row.and([row("currency", "=", currency), row("day", "=", day)])]),
    )
    .execute();
  if (others.some((other) => other.id !== id))
    return {
      message: `another rate of ${currency} is set for ${day} now`,
      next: "delete that one first",
    };
  if (others.length > 0 || (await countTeamRates(context)) < MOST_TEAM_RATES) return null;
  return {
    message: `the team has ${MOST_TEAM_RATES} rates of its own now`,
    next: "delete some first",
  };
}

type FileColumn = Exclude<keyof ReturnType<typeof rateFileSnapshot>, "id">;

export const rateFileSubject: SharedSubject<FileColumn> = {
  isPrivate: false,
  noun: {
    label: "File of exchange rates",
    one: "a file of exchange rates",
    named: "the exchange rates of *",
    many: "files of exchange rates",
  },
  verbs: {
    created: { said: "loaded *", tried: "load a file of exchange rates" },
    changed: { said: "loaded *", tried: "load a file of exchange rates" },
    deleted: { said: "removed *", tried: "remove the exchange rates of a file" },
  },
  fields: {
    name: { label: "File", kind: "text" },
    rates: { label: "Rates", kind: "number", unit: null },
    first_day: { label: "First day", kind: "day" },
    last_day: { label: "Last day", kind: "day" },
    loaded_at: null,
  },
  page: null,
  names: namesIn("rate_files", "name"),
  namedIn: "name",
  undo: {
    because: "The rates of a file are not in the journal",
    next: "remove them, or load a file again, under Settings, Exchange rates",
  },
};
