import { randomBytes } from "node:crypto";
import { kill, pid } from "node:process";
import { connect } from "../src/db/connect.ts";
import { baseContextOf } from "../src/db/context.ts";
import { transaction } from "../src/db/transaction.ts";
import { keepFile, withStaged } from "../src/domains/documents/keep-file.ts";
import { FileStore, type WriteStep } from "../src/files/file-store.ts";
import { inParts } from "./stored-files.ts";

export type UploadProcess = {
  readonly url: string;
  readonly folder: string;
  readonly teamId: string;
  readonly content: string;
  readonly step: WriteStep | "kept" | "committed";
};

/** Uploads a file, and kills itself at a step, as a machine does that loses its power. */
async function upload({ url, folder, teamId, content, step }: UploadProcess): Promise<void> {
  const dieAt = (reached: UploadProcess["step"]) => {
    if (reached === step) kill(pid, "SIGKILL");
  };
  const limits = { largest: 2 ** 20, teamLimit: 2 ** 30, reserve: 0 };
  const given = { folder, ...limits, clock: Date.now, randomBytes, draw: null, onStep: dieAt };
  const files = new FileStore(given);
  const database = await connect(url, { onIdleError: () => {} });
  const credential = { kind: "command_line", id: null } as const;
  const context = {
    ...baseContextOf({ database, clock: Date.now, randomBytes, files }),
    team: { id: teamId },
    actor: null,
    credential,
    client: null,
    tool: "test",
  };
  const bytes = Buffer.from(content);
  const sent = { chunks: inParts(bytes, 10), length: bytes.length, name: "a.txt" };
  await withStaged(context, sent, async (staged) => {
    await transaction(context, async (context) => {
      await keepFile(context, { staged, name: "a.txt", source: "upload", origin: null });
      dieAt("kept");
    });
    dieAt("committed");
  });
  await database.close();
}

await upload(JSON.parse(process.argv[2] ?? ""));
