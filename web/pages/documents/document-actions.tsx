import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { ActionsMenu, MenuAnchor, MenuItem, MenuRule } from "../../components/menu.tsx";
import { useOpen } from "../../open.ts";
import { useTeam } from "../../team.tsx";
import { type DocumentRow, fileOfDocument } from "./document.ts";

/** Name of the dialog in the address. */
export const DELETE_DOCUMENT = "delete";

type Renaming = {
  /** Id of the row whose name is being edited. */
  readonly renamed: string | null;
  readonly rename: (id: string | null) => void;
};

const RenamingContext = createContext<Renaming>({ renamed: null, rename: () => undefined });

export function RenamingProvider({ children }: { readonly children: ReactNode }) {
  const [renamed, rename] = useState<string | null>(null);
  const renaming = useMemo(() => ({ renamed, rename }), [renamed]);
  return <RenamingContext value={renaming}>{children}</RenamingContext>;
}

export function useRenaming(): Renaming {
  return use(RenamingContext);
}

/** Element id of a row's menu, for returning the focus. */
export function documentMenuId(id: string): string {
  return `document-${id}`;
}

export function DocumentMenu({ row }: { readonly row: DocumentRow }) {
  const { show } = useOpen();
  const { rename } = useRenaming();
  const team = useTeam().id;
  return (
    <ActionsMenu id={documentMenuId(row.id)} label={`Actions for ${row.shown_title}`}>
      <MenuItem onPress={() => rename(row.id)}>Rename the file</MenuItem>
      <MenuAnchor href={fileOfDocument(team, row)}>Download</MenuAnchor>
      <MenuRule />
      <MenuItem onPress={() => show(DELETE_DOCUMENT, row.id)} tone="bad">
        Delete…
      </MenuItem>
    </ActionsMenu>
  );
}
