import { useState } from "react";
import { Answer, Empty } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import "./documents.css";
import { isUnread, type ShownDocument } from "./document.ts";
import { Scrolled } from "./viewer.tsx";

/** Text that was read, as it is searched. Strangers wrote it: it is shown as text alone. */
export function TextView({ document: shown }: { readonly document: ShownDocument }) {
  const { id, text_length, hidden_characters, is_cut } = shown;
  const [page, setPage] = useState(1);
  const query = useOfTeam(
    useTeam(),
    "GET /api/teams/:team/documents/:id/text",
    { id, page },
    { isAsked: text_length > 0 },
  );
  if (text_length === 0)
    return (
      <Empty title={isUnread(shown) ? "Not read yet" : "No text"}>
        {isUnread(shown)
          ? "The text stands here once the file has been read."
          : "Nothing was found in this file that could be searched."}
      </Empty>
    );
  return (
    <div className="grid gap-2">
      {hidden_characters === 0 ? null : (
        <p className="text-ink2">
          {hidden_characters.toLocaleString("en-GB")} characters that the pages do not show were
          left out: hidden text is not for people, but for programs.
        </p>
      )}
      <Answer query={query} what="the text">
        {({ pages, text }) => (
          <>
            <Scrolled className="text-view" label={`Text of ${shown.shown_title}`}>
              <bdi>{text}</bdi>
            </Scrolled>
            {pages === 1 ? null : (
              <div className="flex flex-wrap items-center gap-2">
                <Button
                  aria-disabled={page === 1 || undefined}
                  onClick={() => setPage(Math.max(1, page - 1))}
                >
                  Back
                </Button>
                <Button
                  aria-disabled={page === pages || undefined}
                  onClick={() => setPage(Math.min(pages, page + 1))}
                >
                  Further
                </Button>
                <output className="text-ink2">
                  Part {page} of {pages}
                </output>
              </div>
            )}
          </>
        )}
      </Answer>
      {is_cut ? <p className="text-ink2">The file has more text, which is not kept.</p> : null}
    </div>
  );
}
