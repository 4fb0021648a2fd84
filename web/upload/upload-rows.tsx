import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useRef } from "react";
import { Button, IconButton } from "../components/button.tsx";
import { Shape, type Tone } from "../components/shapes.tsx";
import { fileSize } from "../numbers.ts";
import "./upload.css";
import type { UploadListProps } from "./upload-list.tsx";
import { isOnItsWay, type QueuedFile, type SentFile } from "./upload-queue.ts";

/** Files of a place on their way and at their end, each with what can be done about it. */
export function UploadRows({ uploads, did = "stored", hrefOf = documentOf }: UploadListProps) {
  const { files } = uploads;
  const heading = useRef<HTMLHeadingElement>(null);
  const left = files.filter(({ state }) => isOnItsWay(state)).length;
  const isEnded = left === 0;
  return (
    <section aria-label="Uploads" className="upload-list">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-semibold outline-none" ref={heading} tabIndex={-1}>
          {isEnded ? "Uploads" : `Sending ${left} of ${files.length}`}
        </h2>
        {isEnded ? (
          <Button kind="quiet" onClick={uploads.clear}>
            Clear the list
          </Button>
        ) : null}
      </div>
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <UploadItem
            did={did}
            file={file}
            hrefOf={hrefOf}
            key={file.key}
            onAct={() => heading.current?.focus()}
            uploads={uploads}
          />
        ))}
      </ul>
    </section>
  );
}

function documentOf({ document }: SentFile): string {
  return `/documents/${document.id}`;
}

type UploadItemProps = Required<Pick<UploadListProps, "uploads" | "did" | "hrefOf">> & {
  readonly file: QueuedFile;
  /** Called before the pressed button goes, and the focus with it. */
  readonly onAct: () => void;
};

function UploadItem({ file: queued, uploads, did, hrefOf, onAct }: UploadItemProps) {
  const { key, file, state } = queued;
  const act = (what: (key: number) => void) => () => {
    onAct();
    what(key);
  };
  return (
    <li className="upload-item">
      <span className="pt-0.5">
        <Shape tone={TONES[state.kind]} />
      </span>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap gap-x-2">
          <bdi className="min-w-0 font-medium wrap-anywhere">{file.name}</bdi>
          <span className="text-ink2">{fileSize(file.size)}</span>
          <span className={state.kind === "refused" ? "basis-full text-bad" : "text-ink2"}>
            {wordsOf(queued, did)}
          </span>
        </p>
        {state.kind === "sending" ? (
          <span className="block h-1.5">
            <progress
              aria-label={`Sending ${file.name}`}
              className="share-bar"
              max={1}
              value={state.share}
            />
          </span>
        ) : null}
      </div>
      {state.kind === "sent" ? (
        <Link className="upload-open" to={hrefOf(state.sent)}>
          Open<span className="sr-only"> {state.sent.document.name}</span>
        </Link>
      ) : null}
      {isOnItsWay(state) ? (
        <span className="-my-3 sm:-my-1.5">
          <IconButton label={`Cancel ${file.name}`} onClick={act(uploads.cancel)}>
            <X aria-hidden size={16} strokeWidth={1.5} />
          </IconButton>
        </span>
      ) : null}
      {state.kind === "cancelled" || (state.kind === "refused" && !state.isFinal) ? (
        <Button onClick={act(uploads.retry)}>
          Send again<span className="sr-only">: {file.name}</span>
        </Button>
      ) : null}
    </li>
  );
}

const TONES: Readonly<Record<QueuedFile["state"]["kind"], Tone>> = {
  waiting: "quiet",
  sending: "new",
  sent: "good",
  refused: "bad",
  cancelled: "quiet",
};

function wordsOf({ state }: QueuedFile, did: string): string {
  if (state.kind === "refused") return state.why;
  if (state.kind === "cancelled") return "Cancelled: it was not sent.";
  if (state.kind === "waiting")
    return state.why === null ? "Waiting" : `${state.why} It waits, and is sent again by itself.`;
  if (state.kind === "sending") {
    const percent = Math.floor(state.share * 100);
    return percent === 100 ? "Sent, being stored" : `Sending, ${percent} %`;
  }
  return sentWords(state.sent, did);
}

function sentWords({ duplicate, revived, notices = [] }: SentFile, did: string): string {
  if (revived) return "It had been deleted, and is back.";
  if (duplicate && did === "stored") return "Already there: the same file was stored before.";
  const done = `${did.charAt(0).toUpperCase()}${did.slice(1)}`;
  if (duplicate) return [`${done}: the file was there already.`, ...notices].join(" ");
  return notices.length === 0 ? done : [`${done}.`, ...notices].join(" ");
}
