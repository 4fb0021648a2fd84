import { crc32, deflateSync } from "node:zlib";
import type { Team } from "./app.ts";

type Given = { readonly tax_rate_id?: string; readonly payment_account_id?: string };

/** A draft with one line, as a row: the settings of invoices stand below the invoices. */
export async function invoiceWith(
  { world, id: team_id, auditContext }: Team,
  { tax_rate_id, payment_account_id }: Given,
): Promise<string> {
  const id = auditContext.newId();
  const line = {
    id: "1",
    name: "Work",
    description: null,
    quantity: "1",
    unit: null,
    price: "100",
    discount_bp: null,
    discount_minor: null,
    tax_rate_id: tax_rate_id ?? null,
  };
  await world.database.begin(async (db) =>
    db
      .insertInto("invoices")
      .values({
        team_id,
        id,
        type: "invoice",
        status: "draft",
        currency: "EUR",
        prices_include_tax: false,
        lines: JSON.stringify([line]),
        payment_account_id: payment_account_id ?? null,
        net_minor: 10_000,
        tax_minor: 0,
        total_minor: 10_000,
        credited_minor: 0,
        paid_minor: 0,
        refunded_minor: 0,
        search_text: "",
        created_at: world.now,
        updated_at: world.now,
      })
      .execute(),
  );
  return id;
}

/** PNG of one colour, as a browser's canvas writes it. */
export function pngOf(width: number, height: number, rgb: readonly number[]): Uint8Array {
  const row = [0, ...Array.from({ length: width }, () => rgb).flat()];
  const rows = Buffer.from(Array.from({ length: height }, () => row).flat());
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunkOf("IHDR", header),
    chunkOf("IDAT", deflateSync(rows)),
    chunkOf("IEND", Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
