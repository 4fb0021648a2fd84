import type { Sealing } from "../src/db/context.ts";
import { CreateAccount, createAccount } from "../src/domains/bank-accounts/save-account.ts";
import { SECRET, type Team } from "./app.ts";

const SEALING = { secret: SECRET, isInDatabase: false };

/** Creates a bank account with an IBAN, by the verb, and answers its id. */
export async function addAccount(
  team: Team,
  given: object = {},
  sealing: Sealing = SEALING,
): Promise<string> {
  const context = { ...team.auditContext, now: team.world.now, sealing };
  const defaults = { name: "Giro", type: "current", currency: "EUR", number: IBAN };
  return createAccount(context, CreateAccount.parse({ ...defaults, ...given }));
}

/** The example of the registry of IBANs. */
export const IBAN = "DE89 3704 0044 0532 0130 00";
