import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Refused } from "../../api.ts";
import { Late } from "../../components/answer.tsx";
import { looseField } from "../../form/field.ts";
import { TextField } from "../../form/text-field.tsx";
import { replaceRow } from "../../list/changes.ts";
import { rowId } from "../../list/open-row.ts";
import { useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { DOCUMENT_LIST } from "./document-list.tsx";
import {
  DOCUMENT_CHANGES,
  type DocumentRow,
  nameParts,
  renamed,
  rowOfDocument,
} from "./document.ts";

type RenameBoxProps = { readonly row: DocumentRow; readonly onClose: () => void };

/** Name of a row's file, edited in the row. Enter and leaving save, Esc leaves it; a refused text stays. */
export function RenameBox({ row, onClose }: RenameBoxProps) {
  const { id, name } = row;
  const { stem, ending } = nameParts(name);
  const team = useTeam().id;
  const queries = useQueryClient();
  const write = useWrite("PATCH /api/teams/:team/documents/:id", { changes: DOCUMENT_CHANGES });
  const [typed, setTyped] = useState(stem);
  const [problem, setProblem] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("input")?.select(), []);
  const close = (withFocus: boolean) => {
    onClose();
    if (withFocus) document.getElementById(rowId(id))?.focus();
  };
  const save = async (withFocus: boolean) => {
    if (write.isPending) return;
    const next = renamed(name, typed);
    if (typed.trim() === "") setProblem("A file needs a name.");
    else if (next === name) close(withFocus);
    else {
      const answer = await write.mutateAsync({ team, id, name: next }).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        setProblem(error.problem.title);
        return null;
      });
      if (answer === null) return;
      const put = (shown: typeof answer) =>
        replaceRow(queries, DOCUMENT_LIST, rowOfDocument(shown, row));
      put(answer);
      close(withFocus);
      const after = async () => queries.invalidateQueries({ queryKey: [DOCUMENT_LIST.route] });
      sayWithUndo(`It is ${answer.name} now.`, {
        team,
        event: answer.event,
        after: async () => {
          replaceRow(queries, DOCUMENT_LIST, row);
          await after();
        },
      });
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") close(true);
    else void save(true);
  };
  const field = looseField<string>(`name-${id}`, typed, (text) => {
    setTyped(text);
    setProblem(null);
  });
  return (
    // Keys and focus of the field within arrive here; it stands above the link that covers the row.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="relative z-1 max-w-measure py-1 whitespace-normal"
      onBlur={() => {
        if (problem === null && document.hasFocus()) void save(false);
      }}
      onKeyDown={press}
      ref={box}
    >
      <TextField
        after={
          ending === "" ? undefined : (
            <span className="shrink-0 self-center whitespace-nowrap text-ink2">{ending}</span>
          )
        }
        autoComplete="off"
        field={{ ...field, problem }}
        isLabelHidden
        label={`Name of the file ${name}`}
        maxLength={190}
      />
      {write.isPending ? (
        <output className="text-ink2">
          <Late>Saving…</Late>
        </output>
      ) : null}
    </div>
  );
}
