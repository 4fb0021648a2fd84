import type { Context } from "../../db/context.ts";
import { enqueue } from "../../db/outbox.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { lockDocuments, noDocument } from "./document.ts";

/** Asks for the file to be read anew. What was read before is shown until then. */
export async function readAgain(context: Context, { id }: { readonly id: string }): Promise<void> {
  await transaction(context, async (context) => {
    const { db, team } = context;
    await lockTeam(context);
    const [document] = await lockDocuments(context, [id]);
    if (document === undefined) throw noDocument(id);
    if (document.state !== "processing")
      await db
        .updateTable("documents")
        .set({ state: "pending", problem: null })
        .where("team_id", "=", team.id)
        .where("id", "=", id)
        .execute();
    await enqueue(context, { job: "read_document", subjectId: id });
  });
}
