import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Uploads } from "../../../../src/api/routes.ts";
import { upload } from "../../../files.ts";
import { AGAIN_WHEN_BUSY } from "../../../form/busy-file.tsx";
import { useTeam } from "../../../team.tsx";
import { type Decisions, encodeDecisions } from "./plan.ts";

const PREVIEW = "POST /api/teams/:team/imports/preview";
const IMPORT = "POST /api/teams/:team/imports";

export type Preview = Uploads[typeof PREVIEW]["output"];
export type PlannedAccount = Preview["accounts"][number];
export type PlannedRow = PlannedAccount["rows"][number];
export type Question = Preview["questions"][number];
export type Imported = Uploads[typeof IMPORT]["output"];

export type Sent = {
  readonly file: File;
  readonly account: string;
  readonly decisions: Decisions;
};

/** Asks what an import would do. The last answer stays until the next is there. */
export function useImportPreview({ file, account, decisions }: Sent) {
  const team = useTeam().id;
  const options = encodeDecisions(decisions);
  return useQuery({
    queryKey: [PREVIEW, team, account, file.name, file.size, file.lastModified, options],
    // Aborted when another file or answer is asked for, or the page is left.
    queryFn: async ({ signal }) =>
      upload(PREVIEW, inputOf(team, { file, account, decisions }), file, signal),
    placeholderData: keepPreviousData,
    ...AGAIN_WHEN_BUSY,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** @throws Refused */
export async function sendImport(team: string, sent: Sent, hash: string): Promise<Imported> {
  return upload(IMPORT, { ...inputOf(team, sent), hash }, sent.file);
}

function inputOf(team: string, { file, account, decisions }: Sent) {
  return { team, account, file_name: file.name.slice(-200), options: encodeDecisions(decisions) };
}
