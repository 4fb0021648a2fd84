import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Refused } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Button, ButtonAnchor } from "../../components/button.tsx";
import { ActionsMenu, MenuItem, MenuRule } from "../../components/menu.tsx";
import { Page, Section } from "../../components/page.tsx";
import { Notice } from "../../components/status.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { say, toastRefusal } from "../../components/toast.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useOpen } from "../../open.ts";
import { useRemembered } from "../../palette/recents.ts";
import { useOfTeam, useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { RecordHistory } from "../activity/record-history.tsx";
import { NotFound } from "../not-found.tsx";
import { DELETE_DOCUMENT } from "./document-actions.tsx";
import { DOCUMENT_LIST } from "./document-list.tsx";
import {
  DOCUMENT_CHANGES,
  DOCUMENT_MENU,
  DOCUMENT_PATH,
  fileOfDocument,
  isDrawn,
  isUnread,
  PROBLEMS,
  type ShownDocument,
} from "./document.ts";
import "./documents.css";
import { Facts } from "./facts.tsx";
import { TextView } from "./text-view.tsx";
import { Viewer } from "./viewer.tsx";

const DeleteDocument = lazy(async () =>
  import("./delete-document.tsx").then(({ DeleteDocument }) => ({ default: DeleteDocument })),
);

const BACK = { to: "/documents", label: "Documents" } as const;
const WHILE_READING_MS = 2000;

export function DocumentPage() {
  const { id = "" } = useParams({ strict: false });
  const query = useOfTeam(
    useTeam(),
    DOCUMENT_PATH,
    { id },
    { everyMs: WHILE_READING_MS, isPolled: isUnread },
  );
  const isUnknown =
    query.error instanceof Refused && [404, 422].includes(query.error.problem.status);
  if (query.data === undefined && isUnknown) return <NotFound />;
  if (query.data === undefined)
    return (
      <Page back={BACK} title="Document">
        <Answer query={query} what="the document">
          {() => null}
        </Answer>
      </Page>
    );
  return <Known document={query.data} key={id} />;
}

function Known({ document: shown }: { readonly document: ShownDocument }) {
  const { open, hide } = useOpen();
  const navigate = useNavigate();
  const { id, shown_title } = shown;
  useRemembered(shown_title, "Document", `/documents/${id}`);
  return (
    <Page
      actions={<Actions document={shown} />}
      back={BACK}
      heading={<bdi className="wrap-anywhere">{shown_title}</bdi>}
      title={shown_title}
    >
      <Reading document={shown} />
      <div className="document-parts">
        <Content document={shown} />
        <Facts document={shown} />
      </div>
      <Section id="history" title="Activity">
        <RecordHistory record={`document:${id}`} />
      </Section>
      <Suspense>
        {open === DELETE_DOCUMENT ? (
          <DeleteDocument
            backTo={[DOCUMENT_MENU]}
            id={id}
            leave={async () => navigate({ to: "/documents", replace: true })}
            onClose={hide}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}

function Actions({ document: shown }: { readonly document: ShownDocument }) {
  const { show } = useOpen();
  const readAgain = useReadAgain(shown);
  return (
    <>
      <ButtonAnchor href={fileOfDocument(useTeam().id, shown)}>
        <Download aria-hidden size={16} strokeWidth={1.5} />
        Download
      </ButtonAnchor>
      <ActionsMenu id={DOCUMENT_MENU} label={`Actions for ${shown.shown_title}`}>
        <MenuItem onPress={() => void readAgain()}>Read it again</MenuItem>
        <MenuRule />
        <MenuItem onPress={() => show(DELETE_DOCUMENT)} tone="bad">
          Delete…
        </MenuItem>
      </ActionsMenu>
    </>
  );
}

function useReadAgain({ id, shown_title }: ShownDocument) {
  const team = useTeam().id;
  const write = useWrite("POST /api/teams/:team/documents/:id/read", { changes: DOCUMENT_CHANGES });
  return async () => {
    const answer = await toastRefusal(async () => write.mutateAsync({ team, id }));
    if (answer !== null) say(`${shown_title} is being read again.`, { tone: "quiet", about: id });
  };
}

/** Progress of the reading, and what a person can do about what was met in it. */
function Reading({ document: shown }: { readonly document: ShownDocument }) {
  const readAgain = useReadAgain(shown);
  useRowsAfterReading(shown);
  const { state, problem } = shown;
  const again = <Button onClick={() => void readAgain()}>Read it again</Button>;
  if (isUnread(shown))
    return (
      <output>
        <Notice tone="new">
          <p>
            {state === "pending"
              ? "It waits to be read. You can leave this page meanwhile."
              : "It is being read. What is found in it appears here by itself."}
          </p>
        </Notice>
      </output>
    );
  if (problem !== null) {
    const { title, what, isWorthAgain } = PROBLEMS[problem];
    return (
      <Notice actions={isWorthAgain ? again : undefined} title={title} tone="warn">
        <p>{what}</p>
      </Notice>
    );
  }
  if (state !== "failed") return null;
  return (
    <Notice actions={again} title="It could not be read" tone="warn">
      <p>It is kept, and found by its name, title and tags.</p>
    </Notice>
  );
}

/** The list has the document as it was before. */
function useRowsAfterReading(shown: ShownDocument): void {
  const queries = useQueryClient();
  const wasUnread = useRef(false);
  const isNow = isUnread(shown);
  useEffect(() => {
    if (wasUnread.current && !isNow) void reloadRows(queries, DOCUMENT_LIST);
    wasUnread.current = isNow;
  }, [queries, isNow]);
}

const PAGES_TAB = { id: "pages", label: "Pages" } as const;
const TEXT_TAB = { id: "text", label: "Text" } as const;

function Content({ document: shown }: { readonly document: ShownDocument }) {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  if (!isDrawn(shown))
    return (
      <div className="grid content-start gap-2">
        <h2 className="text-section font-semibold">Text</h2>
        <TextView document={shown} />
      </div>
    );
  const chosen = tab === TEXT_TAB.id ? TEXT_TAB : PAGES_TAB;
  const choose = (id: string) =>
    void navigate({
      to: "/documents/$id",
      params: { id: shown.id },
      search: id === PAGES_TAB.id ? {} : { tab: id },
      replace: true,
      resetScroll: false,
    });
  return (
    <Tabs chosen={chosen} label="Document" onChoose={choose} tabs={[PAGES_TAB, TEXT_TAB]}>
      {chosen === PAGES_TAB ? <Viewer document={shown} /> : <TextView document={shown} />}
    </Tabs>
  );
}
