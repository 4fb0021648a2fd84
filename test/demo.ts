import { randomBytes } from "node:crypto";
import { type BaseContext, baseContextOf } from "../src/db/context.ts";
import { type Demo, openDemo } from "../src/demo/demo.ts";
import { SIGNATURE } from "../src/demo/people.ts";
import { SECRET, Team, type World } from "./app.ts";

/** Opens the demo team in a world, as `--demo` does. */
export function openDemoIn(world: World): Promise<Demo> {
  const sealing = { secret: SECRET, isInDatabase: false };
  const mailing = { domain: "books.example", invoiceMailsPerHour: 100 };
  const { files } = world;
  return openDemo(contextOf(world, { files, sealing, mailing }), { logsCalls: true });
}

/** The demo team through the key that its opening minted. */
export function demoTeam(world: World, { teamId, userId, key }: Demo): Team {
  const auditContext = { ...contextOf(world), ...SIGNATURE, team: { id: teamId }, actor: null };
  return new Team(world, teamId, userId, auditContext, key);
}

type Parts = Parameters<typeof baseContextOf>[0];

function contextOf(world: World, parts: Partial<Parts> = {}): BaseContext {
  const clock = () => Date.parse(world.now);
  return baseContextOf({ database: world.database, clock, randomBytes, ...parts });
}
