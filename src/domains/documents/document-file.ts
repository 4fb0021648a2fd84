import type { Download } from "../../core/route.ts";
import type { AuditContext } from "../../db/context.ts";
import { nameToSave } from "../../files/file-name.ts";
import { FILE_KINDS, type FileKind } from "../../shared/paper.ts";
import { requireDocument } from "./document.ts";
import { filesOf } from "./keep-file.ts";

/** @throws Refusal for an unknown id, and `bytes_missing` */
export async function downloadDocument(
  context: AuditContext,
  { id }: { readonly id: string },
): Promise<Download> {
  const { name, sha256 } = await requireDocument(context, id);
  const kind = await kindOfKept(context, sha256);
  const bytes = await filesOf(context).read(context.team.id, sha256);
  return {
    name: nameToSave(name, kind),
    type: FILE_KINDS[kind].type,
    content: new Uint8Array(bytes),
  };
}

type Asked = { readonly id: string; readonly page: number; readonly width: number };

/** A page as a picture that the server drew; nothing of the file itself is shown. */
export async function previewDocument(
  context: AuditContext,
  { id, page, width }: Asked,
): Promise<Download> {
  const { sha256 } = await requireDocument(context, id);
  const kind = await kindOfKept(context, sha256);
  const asked = { teamId: context.team.id, sha256, kind, page, width };
  const bytes = await filesOf(context).preview(asked);
  return { name: `page-${page}.webp`, type: "image/webp", content: new Uint8Array(bytes) };
}

export async function kindOfKept(
  { db, team }: Pick<AuditContext, "db" | "team">,
  sha256: string,
): Promise<FileKind> {
  const { kind } = await db
    .selectFrom("files")
    .select("kind")
    .where("team_id", "=", team.id)
    .where("sha256", "=", sha256)
    .executeTakeFirstOrThrow();
  return kind;
}
