import { z } from "zod";
import { byId, day, event } from "../../core/fields.ts";
import { json, defineRoute, defineUpload } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { dayIn } from "../../shared/time.ts";
import {
  findMissing,
  MissingRates,
  getRatesOn,
  RatesOfDay,
  RatesOn,
  getRates,
  Rates,
} from "./get-rates.ts";
import { LARGEST_FILE, loadRates, readEcbFile } from "./load-rates.ts";
import {
  deleteTeamRate,
  ListTeamRates,
  listTeamRates,
  TeamRateList,
  SetTeamRate,
  setTeamRate,
  SetTeamRateAnswer,
  TeamRate,
} from "./team-rates.ts";

const state = defineRoute({
  path: "GET /api/teams/:team/rates",
  role: "member",
  input: z.strictObject({}),
  output: json(Rates),
  example: () => ({}),
  handler: async (context: Context) => getRates(context),
});

const ofDay = defineRoute({
  path: "GET /api/teams/:team/rates/on/:day",
  role: "member",
  input: RatesOn,
  output: json(RatesOfDay),
  example: () => ({ day: "2026-11-20" }),
  handler: getRatesOn,
});

const missing = defineRoute({
  path: "GET /api/teams/:team/rates/missing",
  role: "member",
  input: z.strictObject({}),
  output: json(MissingRates),
  example: () => ({}),
  handler: async (context: Context) => findMissing(context),
});

const Loaded = z.object({
  added: z.int(),
  /** Rates left out because another value is stored. */
  differing: z.int(),
  newest_day: day.nullable(),
});

/** Rates are of all teams of the server, so that an upload adds some, and corrects none. */
const load = defineUpload({
  path: "POST /api/teams/:team/rates/load",
  role: "admin",
  // Rates are of no team.
  event: null,
  input: z.strictObject({}),
  output: json(Loaded),
  example: () => ({}),
  upload: {
    largest: LARGEST_FILE,
    types: [
      "application/zip",
      "application/x-zip-compressed",
      "text/csv",
      "application/vnd.ms-excel",
      "text/plain",
      "application/octet-stream",
    ],
  },
  handler: async (context: Context, { upload }) => {
    const rates = await readEcbFile(await upload.bytes(), dayIn("UTC", context.now));
    return loadRates(context, rates, { corrects: false });
  },
});

const listOwn = defineRoute({
  path: "GET /api/teams/:team/rates/own",
  role: "member",
  input: ListTeamRates,
  output: json(TeamRateList),
  example: () => ({}),
  handler: listTeamRates,
});

const setOwn = defineRoute({
  path: "PUT /api/teams/:team/rates/own",
  role: "member",
  event: { of: "team_rate", did: "changed", said: "set *", tried: "set an exchange rate" },
  input: SetTeamRate,
  output: json(SetTeamRateAnswer),
  example: () => ({ currency: "AED", day: "2026-11-20", rate: "4.2310" }),
  handler: setTeamRate,
});

const removeOwn = defineRoute({
  path: "DELETE /api/teams/:team/rates/own/:id",
  role: "member",
  event: { of: "team_rate", did: "deleted" },
  input: byId,
  output: json(TeamRate.extend({ event })),
  example: (idOf) => ({ id: idOf("team_rate") }),
  handler: deleteTeamRate,
});

export const rateRoutes = [state, ofDay, missing, load, listOwn, setOwn, removeOwn];
