import type { z } from "zod";
import type { Fields } from "../core/arguments.ts";
import type { Address, UploadLimits } from "../core/route.ts";
import { domains } from "../domains/all.ts";
import { activityRoutes } from "./activity.ts";
import { bankAccountNumberRoutes } from "./bank-account-number.ts";
import { connectionRoutes } from "./connections.ts";
import { invitationRoutes } from "./invitations.ts";
import { meRoutes } from "./me.ts";
import { memberRoutes } from "./members.ts";
import { paymentAccountChanges } from "./payment-accounts.ts";
import { teamRoutes } from "./team.ts";

export const routes = [
  ...meRoutes,
  ...teamRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...connectionRoutes,
  ...bankAccountNumberRoutes,
  ...paymentAccountChanges,
  ...activityRoutes,
  ...domains.flatMap(({ routes }) => [...routes]),
];

export type Api = ApiOf<(typeof routes)[number]>;

export type ApiOf<R> = {
  readonly [Asked in Extract<R, JsonRoute> as Asked["path"]]: {
    readonly input: Given<z.input<Asked["input"]>> & TeamOf<Asked["path"]>;
    readonly output: z.output<Asked["output"]["schema"]>;
  };
};

export type Uploads = UploadsOf<(typeof routes)[number]>;

type UploadsOf<R> = {
  readonly [Asked in Extract<R, FileRoute> as Asked["path"]]: {
    readonly input: Given<z.input<Asked["input"]>> & TeamOf<Asked["path"]>;
    readonly output: z.output<Asked["output"]["schema"]>;
  };
};

type FileRoute = Omit<JsonRoute, "upload"> & { readonly upload: UploadLimits<never> };

type JsonRoute = {
  readonly path: Address;
  readonly input: Fields;
  readonly output: { readonly schema: z.ZodType };
  readonly upload: null;
};

/**
 * Leaves index signatures out: Zod gives one to an input without fields, and no `team` could stand
 * beside it.
 */
type Given<Input> = {
  readonly [Name in keyof Input as string extends Name ? never : Name]: Input[Name];
};

type TeamOf<Path extends string> = Path extends `${string} /api/teams/:team${string}`
  ? { readonly team: string }
  : object;
