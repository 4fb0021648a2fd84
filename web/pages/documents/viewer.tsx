import { ChevronLeft, ChevronRight, Minus, Plus } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button, ButtonAnchor, IconButton } from "../../components/button.tsx";
import { KeyHints } from "../../components/key-hints.tsx";
import { Notice } from "../../components/status.tsx";
import { isInDialog, isTyping, useKeyDown } from "../../keyboard.ts";
import { areSingleKeysOn } from "../../preferences.ts";
import { useTeam } from "../../team.tsx";
import "./documents.css";
import { type DocumentRow, fileOfDocument, pictureOf } from "./document.ts";
import { PagePicture } from "./page-picture.tsx";

/** Percents of the width that the pages have. */
const ZOOMS = [50, 75, 100, 150, 200, 300, 400] as const;
const FITTED = ZOOMS.indexOf(100);

/** Part of a page that is marked; its edges are fractions of the page: left, top, right, bottom. */
export type Mark = { readonly page: number; readonly box: readonly number[] };

type Viewed = Pick<DocumentRow, "id" | "kind" | "name" | "pages" | "shown_title">;

type ViewerProps = {
  readonly document: Viewed;
  /** Is brought into view when it becomes another one. */
  readonly mark?: Mark | null;
};

/** Pages as the server draws them, with zoom. Nothing of the file itself runs or is shown. */
export function Viewer({ document: shown, mark = null }: ViewerProps) {
  const team = useTeam().id;
  const pages = shown.pages ?? 1;
  const [page, setPage] = useState(1);
  const [seen, setSeen] = useState(mark);
  if (seen !== mark) {
    setSeen(mark);
    if (mark !== null && mark.page <= pages) setPage(mark.page);
  }
  const [zoom, setZoom] = useState(FITTED);
  const box = useRef<HTMLElement>(null);
  const turn = (to: number) => {
    const next = Math.max(1, Math.min(pages, to));
    if (next === page) return;
    setPage(next);
    box.current?.scrollTo(0, 0);
  };
  const zoomTo = (to: number) => setZoom(Math.max(0, Math.min(ZOOMS.length - 1, to)));
  // Then the arrows scroll a page that is wider than its place.
  const isSideways = zoom > FITTED || pages === 1;
  useViewerKeys({
    ArrowLeft: isSideways ? null : () => turn(page - 1),
    ArrowRight: isSideways ? null : () => turn(page + 1),
    PageUp: pages === 1 ? null : () => turn(page - 1),
    PageDown: pages === 1 ? null : () => turn(page + 1),
    "+": () => zoomTo(zoom + 1),
    "=": () => zoomTo(zoom + 1),
    "-": () => zoomTo(zoom - 1),
    "0": () => zoomTo(FITTED),
  });
  useEffect(() => {
    if (page < pages) new Image().src = pictureOf(team, shown, page + 1, 1600);
  }, [team, shown, page, pages]);
  const percent = ZOOMS[zoom] ?? 100;
  return (
    <div className="viewer">
      <div aria-label="Pages and zoom" className="viewer-tools" role="toolbar">
        {pages === 1 ? null : (
          <IconButton
            aria-disabled={page === 1 || undefined}
            label="Previous page"
            onClick={() => turn(page - 1)}
          >
            <ChevronLeft aria-hidden size={20} strokeWidth={1.5} />
          </IconButton>
        )}
        <output className="whitespace-nowrap">
          {pages === 1 ? "1 page" : `Page ${page} of ${pages}`}
        </output>
        {pages === 1 ? null : (
          <IconButton
            aria-disabled={page === pages || undefined}
            label="Next page"
            onClick={() => turn(page + 1)}
          >
            <ChevronRight aria-hidden size={20} strokeWidth={1.5} />
          </IconButton>
        )}
        <span className="viewer-gap" />
        <IconButton
          aria-disabled={zoom === 0 || undefined}
          label="Smaller"
          onClick={() => zoomTo(zoom - 1)}
        >
          <Minus aria-hidden size={20} strokeWidth={1.5} />
        </IconButton>
        <Button kind="quiet" onClick={() => zoomTo(FITTED)}>
          {percent} %<span className="sr-only">, fit the width</span>
        </Button>
        <IconButton
          aria-disabled={zoom === ZOOMS.length - 1 || undefined}
          label="Larger"
          onClick={() => zoomTo(zoom + 1)}
        >
          <Plus aria-hidden size={20} strokeWidth={1.5} />
        </IconButton>
      </div>
      <Scrolled
        className="viewer-page"
        label={`Page ${page} of ${shown.shown_title}`}
        scroller={box}
      >
        <div className="relative" style={{ width: `${percent}%` }}>
          {mark?.page === page ? <MarkBox key={mark.box.join(" ")} mark={mark} /> : null}
          <PagePicture
            alt={`Page ${page} of ${shown.name}`}
            document={shown}
            otherwise={<NotDrawn document={shown} />}
            page={page}
            width={1600}
          />
        </div>
      </Scrolled>
      <KeyHints
        keys={[
          ...(pages === 1 ? [] : [["PgUp PgDn", "turn the page"] as const]),
          ["+ −", "zoom"],
          ["0", "fits the width"],
        ]}
      />
    </div>
  );
}

type ScrolledProps = {
  readonly label: string;
  readonly className: string;
  readonly scroller?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
};

/** Part of the page that scrolls by itself: the arrow keys need it in the order of Tab. */
export function Scrolled({ label, className, scroller, children }: ScrolledProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={label} className={className} ref={scroller} tabIndex={0}>
      {children}
    </section>
  );
}

function MarkBox({ mark: { box } }: { readonly mark: Mark }) {
  const place = useRef<HTMLSpanElement>(null);
  // The pages scroll, and not the window: the focus is in a field that may stand below them.
  useEffect(() => {
    const mark = place.current;
    const pages = mark?.closest(".viewer-page");
    if (mark === null || pages === null || pages === undefined) return;
    const { offsetTop: top, offsetLeft: left } = mark;
    pages.scrollTo(
      Math.max(0, left - pages.clientWidth / 4),
      Math.max(0, top - pages.clientHeight / 4),
    );
  }, []);
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  const style = {
    left: `${left * 100}%`,
    top: `${top * 100}%`,
    width: `${(right - left) * 100}%`,
    height: `${(bottom - top) * 100}%`,
  };
  return <span aria-hidden className="viewer-mark" ref={place} style={style} />;
}

function NotDrawn({ document: shown }: { readonly document: Pick<DocumentRow, "id"> }) {
  return (
    <div className="p-4">
      <Notice
        actions={<ButtonAnchor href={fileOfDocument(useTeam().id, shown)}>Download</ButtonAnchor>}
        title="This page cannot be drawn"
        tone="warn"
      >
        <p>The file may be protected or damaged. It is kept as it came.</p>
      </Notice>
    </div>
  );
}

/** Keys of the pages, wherever the focus is, but for fields and dialogs. Those of one letter can be switched off. */
function useViewerKeys(keys: Readonly<Record<string, (() => void) | null>>): void {
  useKeyDown((event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(target) || isInDialog()) return;
    if (key.length === 1 && !areSingleKeysOn()) return;
    const act = keys[key];
    if (act === undefined || act === null) return;
    event.preventDefault();
    act();
  });
}
