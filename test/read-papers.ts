import { fold } from "../src/core/fold.ts";
import { writeWords } from "../src/domains/documents/words/write-words.ts";
import type { Team } from "./app.ts";
import { addDocument } from "./papers.ts";
import { ownerContext } from "./transactions.ts";

type Given = {
  readonly name?: string;
  readonly text: string;
  readonly language?: string;
  readonly date?: string;
};

/** A document with a text, as the reader leaves it. */
export async function addReadDocument(
  team: Team,
  { name = "scan.txt", text, language = "de", date }: Given,
): Promise<string> {
  const content = `${name} ${text} ${team.auditContext.newId()}`;
  const { id } = await addDocument(team, { name, content });
  await team.world.database.begin(async (db) => {
    await db
      .updateTable("documents")
      .set({ state: "completed", language, ...(date && { read_date: date, shown_date: date }) })
      .where("team_id", "=", team.id)
      .where("id", "=", id)
      .execute();
    const rest = { page_offsets: "[0]", fields: "{}", hidden_characters: 0, is_cut: false };
    await db
      .insertInto("document_texts")
      .values({ team_id: team.id, document_id: id, text, ...rest })
      .execute();
    await writeWords({ ...ownerContext(team), db, begin: null }, { documentId: id, text });
  });
  return id;
}

type Receipt = {
  readonly vendor: string;
  readonly number?: string;
  readonly status?: "pending" | "deleted";
};

/** A receipt of 3.50 in the inbox, as the reader leaves it. */
export async function addReceipt(
  team: Team,
  { vendor, number = "", status = "pending" }: Receipt,
): Promise<string> {
  const id = await addReadDocument(team, { name: "receipt.txt", text: vendor });
  const at = { created_at: team.world.now, updated_at: team.world.now };
  await team.world.database.begin(async (db) =>
    db
      .insertInto("inbox_items")
      .values({
        team_id: team.id,
        id,
        document_id: id,
        bundle_id: id,
        is_distinct: false,
        hand: "{}",
        declined: "[]",
        progress: "pending",
        status,
        name: "receipt.txt",
        vendor,
        number,
        amount_minor: 350,
        currency: "EUR",
        ...at,
        filed: status === "deleted" ? status : null,
        search_text: fold([vendor, "receipt.txt", number].join("\n")),
      })
      .execute(),
  );
  return id;
}
