import type { z } from "zod";
import { activityRoutes } from "./activity.ts";
import { appRoutes } from "./apps.ts";
import { connectionRoutes } from "./connections.ts";
import { invitationRoutes } from "./invitations.ts";
import { keyRoutes } from "./keys.ts";
import { meRoutes } from "./me.ts";
import { memberRoutes } from "./members.ts";
import { passwordRoutes } from "./password.ts";
import { scopeRoutes } from "./scopes.ts";
import { sessionRoutes } from "./sessions.ts";
import { teamRoutes } from "./team.ts";

/** Every route of the web app; a new noun's are one line here. */
export const routes = [
  ...meRoutes,
  ...passwordRoutes,
  ...sessionRoutes,
  ...teamRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...keyRoutes,
  ...appRoutes,
  ...scopeRoutes,
  ...connectionRoutes,
  ...activityRoutes,
];

type AnyRoute = (typeof routes)[number];

/** What the web app may ask for: by its address, what is given and what is answered. */
export type Api = {
  readonly [R in AnyRoute as R["path"]]: {
    readonly input: Given<z.input<R["input"]>> & TeamOf<R["path"]>;
    readonly output: z.output<R["output"]>;
  };
};

/** Zod says of an input without fields that it has none of any name, which no team could stand beside. */
type Given<Input> = {
  readonly [Name in keyof Input as string extends Name ? never : Name]: Input[Name];
};

type TeamOf<Path extends string> = Path extends `${string} /api/teams/:team${string}`
  ? { readonly team: string }
  : object;
