import { Refusal } from "../core/errors.ts";
import { hashSecret, isWellFormedSecret, newSecret } from "../core/secrets.ts";
import type { BaseContext } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { addMilliseconds } from "../shared/time.ts";
import { hashPassword } from "./passwords.ts";
import { startSession } from "./sessions.ts";
import { makeTeam } from "./teams.ts";

const SETUP_PREFIX = "svc_setup_";
const LINK_LASTS_MS = 24 * 60 * 60_000;

export async function isEmpty({ db }: BaseContext): Promise<boolean> {
  const user = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  return user === undefined;
}

/** Replaces any earlier set-up link; null when an account exists. */
export async function newSetupLink(context: BaseContext): Promise<string | null> {
  return transaction(context, async (context) => {
    if (!(await isEmpty(context))) return null;
    const secret = newSecret(SETUP_PREFIX, context.randomBytes);
    await context.db.deleteFrom("setup_links").execute();
    await context.db
      .insertInto("setup_links")
      .values({
        token_hash: hashSecret(secret),
        expires_at: addMilliseconds(context.now, LINK_LASTS_MS),
      })
      .execute();
    return secret;
  });
}

export async function opensSetup(context: BaseContext, secret: string): Promise<boolean> {
  if (!isWellFormedSecret(SETUP_PREFIX, secret) || !(await isEmpty(context))) return false;
  const link = await context.db
    .selectFrom("setup_links")
    .select("token_hash")
    .where("token_hash", "=", hashSecret(secret))
    .where("expires_at", ">", context.now)
    .executeTakeFirst();
  return link !== undefined;
}

export type SetUp = {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly team: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly device: string;
};

/**
 * Creates the first account and its team, once, and uses up the link.
 * @returns the secret of the new session
 * @throws Refusal when the link is invalid or the password is rejected
 */
export async function setUp(context: BaseContext, given: SetUp): Promise<string> {
  // Hashed before the transaction, so that no lock is held meanwhile.
  const passwordHash = await hashPassword(given.password, "password");
  return transaction(context, async (context) => {
    // Deletes all links: processes that started together may have printed one each, and only one
    // set-up counts.
    const spent = await context.db.deleteFrom("setup_links").returningAll().execute();
    const opens = spent.some(
      (link) => link.token_hash === hashSecret(given.token) && link.expires_at > context.now,
    );
    if (!opens || !(await isEmpty(context))) throw closed();
    const { name, email, timeZone, team, currency, device } = given;
    const owner = { name, email, timeZone, passwordHash };
    const signature = { credential: { kind: "session", id: null }, client: null } as const;
    const { userId } = await makeTeam(
      { ...context, ...signature, tool: "setup" },
      { name: team, currency, owner },
    );
    return startSession(context, userId, device);
  });
}

function closed(): Refusal {
  return new Refusal({
    code: "not_allowed",
    path: "token",
    message: "This set-up link has been used, has expired, or was replaced by a newer one",
    next: "restart the server to have a new one printed, as long as nobody has an account",
  });
}
