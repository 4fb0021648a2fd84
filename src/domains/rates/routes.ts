import { z } from "zod";
import { byId, event, label } from "../../core/fields.ts";
import { json, defineRoute, defineUpload } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { dayIn } from "../../shared/time.ts";
import { LARGEST_FILE, readEcbFile } from "./ecb-file.ts";
import {
  findLacking,
  findMissing,
  LackingRates,
  RatesTo,
  MissingRates,
  getRatesOn,
  RatesOfDay,
  RatesOn,
  getRates,
  Rates,
} from "./get-rates.ts";
import { LoadedFile, loadTeamFile, RateFile, removeTeamFile } from "./team-file.ts";
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

const lacking = defineRoute({
  path: "GET /api/teams/:team/rates/to/:currency",
  role: "member",
  input: RatesTo,
  output: json(LackingRates),
  example: () => ({ currency: "CHF" }),
  handler: findLacking,
});

const load = defineUpload({
  path: "POST /api/teams/:team/rates/load",
  role: "admin",
  event: { of: "rate_file", did: "created" },
  input: z.strictObject({ file_name: label(200) }),
  output: json(LoadedFile),
  example: () => ({ file_name: "eurofxref-hist.zip" }),
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
  handler: async (context: Context, { upload, file_name: name }) => {
    const rates = await readEcbFile(await upload.bytes(), dayIn("UTC", context.now));
    return loadTeamFile(context, { name, rates });
  },
});

const removeFile = defineRoute({
  path: "DELETE /api/teams/:team/rates/file/:id",
  role: "admin",
  event: { of: "rate_file", did: "deleted" },
  input: byId,
  output: json(RateFile),
  example: (idOf) => ({ id: idOf("rate_file") }),
  handler: removeTeamFile,
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

export const rateRoutes = [
  state,
  ofDay,
  missing,
  lacking,
  load,
  removeFile,
  listOwn,
  setOwn,
  removeOwn,
];
