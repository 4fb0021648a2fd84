import { keptSealing } from "../../db/server-secret.ts";
import { findSealed } from "../../domains/bank-accounts/seal-number.ts";
import { counted } from "../../shared/words.ts";
import type { Check, Finding } from "./check.ts";
import type { Visit } from "./visit.ts";

/** Account numbers, which are sealed with the server's secret. */
export const SEALED_NUMBERS: readonly Check[] = [
  {
    name: "bank-numbers",
    title: "the secret that seals account numbers opens them, and is kept apart from them",
    after: ["database"],
    run: sealedNumbers,
  },
];

async function sealedNumbers({ desk }: Visit): Promise<Finding | null> {
  const database = await desk.open("as it is");
  try {
    const { secret } = desk.settings();
    const sealing = await keptSealing(secret, database.reader);
    if (sealing === null) return null;
    const { sealed, lost } = await findSealed(database.reader, sealing);
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
  } finally {
    await database.close();
  }
}
