import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Refused } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { reloadRows } from "../../../list/changes.ts";
import { useRefetch } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { Done } from "./done.tsx";
import { type Choices, NO_CHOICES, optionsOf } from "./import-choices.ts";
import { type Imported, LISTED } from "./imported.ts";
import { PreviewView } from "./preview-view.tsx";
import { importing, previewOf } from "./send-file.ts";
import { Working } from "./working.tsx";

type State =
  | { readonly kind: "choosing" }
  | { readonly kind: "working"; readonly done: number; readonly total: number }
  | { readonly kind: "done"; readonly words: Imported };

/** Preview of a file, its import with the progress, and its undo. */
export function ChosenFile({ file }: { readonly file: File }) {
  const team = useTeam();
  const queries = useQueryClient();
  const refetch = useRefetch("all");
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const [state, setState] = useState<State>({ kind: "choosing" });
  const [failure, setFailure] = useState<Error | null>(null);
  const options = optionsOf(choices);
  // Addresses of new customers change nothing of the preview.
  const shown = optionsOf({ ...choices, emails: {} });
  const preview = useQuery({
    queryKey: ["import", file.name, file.lastModified, shown],
    queryFn: async () => previewOf(team.id, file, shown),
    retry: false,
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
  const run = async (total: number) => {
    setFailure(null);
    setState({ kind: "working", done: 0, total });
    try {
      for await (const event of importing(team.id, file, options)) {
        if (event.kind === "progress") setState({ ...event, kind: "working" });
        else setState({ kind: "done", words: event });
      }
      await refetch();
      await reloadRows(queries, LISTED);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setFailure(error);
      setState({ kind: "choosing" });
    }
  };
  const again = () => {
    queries.removeQueries({ queryKey: ["import"] });
    setState({ kind: "choosing" });
    void preview.refetch();
  };
  if (state.kind === "working") return <Working done={state.done} total={state.total} />;
  if (state.kind === "done") return <Done imported={state.words} onAgain={again} />;
  if (preview.error instanceof Refused && preview.data === undefined)
    return <Refusal error={preview.error} />;
  return (
    <>
      <Refusal error={failure} />
      <Answer query={preview} what="the preview">
        {(data) => (
          <PreviewView
            choices={choices}
            isLoading={preview.isPlaceholderData}
            onChoose={setChoices}
            onImport={() => void run(data.entries)}
            preview={data}
          />
        )}
      </Answer>
    </>
  );
}
