import { useEffect, useRef, useState } from "react";
import { Refused } from "../api.ts";
import { Button } from "../components/button.tsx";
import { Shape } from "../components/shapes.tsx";
import { fileSize } from "../numbers.ts";
import { takeChosen, useDrop } from "./drop-file.tsx";
import type { Field } from "./field.ts";
import { Labelled, marksOf, type Words } from "./labelled.tsx";

type FileFieldProps = Words & {
  readonly field: Field<string | null | undefined, string>;
  readonly send: Send;
  /** As `accept` of HTML: `image/*,.pdf`. */
  readonly accept: string;
  /** Bytes. */
  readonly largest: number;
};

export function FileField({ field, label, hint, send, accept, largest }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload(field, send, largest);
  const { isOver, drop } = useDrop(upload.take);
  const limits = `At most ${fileSize(largest)}.`;
  return (
    <Labelled
      field={field}
      hint={hint ?? limits}
      label={label}
      textOf={(id) => (typeof id === "string" ? "A file" : "No file")}
    >
      <div
        className={`grid justify-items-start gap-2 rounded-control border border-dashed border-edge p-3 ${isOver ? "bg-accent-soft" : "bg-surface"}`}
        {...drop}
      >
        <input
          accept={accept}
          className="sr-only"
          onChange={({ target }) => takeChosen(target, upload.take)}
          ref={input}
          tabIndex={-1}
          type="file"
          {...marksOf(field, { hint: hint ?? limits })}
        />
        <State upload={upload} />
        {upload.state.kind === "sending" ? (
          <Button onClick={upload.cancel}>Cancel the upload</Button>
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            <Button onClick={() => input.current?.click()}>
              {upload.state.kind === "sent" ? "Choose another file" : "Choose a file"}
              <span className="sr-only"> for {label.toLowerCase()}</span>
            </Button>
            <span className="text-ink2 pointer-coarse:hidden">or drop it here</span>
            {upload.state.kind === "failed" ? (
              <Button onClick={upload.retry}>Send it again</Button>
            ) : null}
          </div>
        )}
      </div>
    </Labelled>
  );
}

function State({ upload: { state } }: { readonly upload: ReturnType<typeof useUpload> }) {
  if (state.kind === "none") return null;
  const name = <bdi className="font-medium">{state.file.name}</bdi>;
  if (state.kind === "sending")
    return (
      <div className="grid w-full gap-1">
        <p>Sending {name}</p>
        <progress
          aria-label={`Sending ${state.file.name}`}
          className="h-1 w-full accent-accent"
          max={1}
          value={state.share}
        />
      </div>
    );
  return (
    <output className="flex items-center gap-1.5">
      <Shape tone={state.kind === "sent" ? "good" : "bad"} />
      <span>
        {name}, {fileSize(state.file.size)}
        {state.kind === "sent" ? "" : " was not sent"}
      </span>
    </output>
  );
}

/** Uploads a file and returns the id of the stored file. `onShare` gets the sent share, 0 to 1. */
export type Send = (
  file: File,
  options: { readonly signal: AbortSignal; readonly onShare: (share: number) => void },
) => Promise<string>;

type UploadState =
  | { readonly kind: "none" }
  | { readonly kind: "sending"; readonly file: File; readonly share: number }
  | { readonly kind: "sent" | "failed"; readonly file: File };

function useUpload(field: Field<unknown, string>, send: Send, largest: number) {
  const [state, setState] = useState<UploadState>({ kind: "none" });
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const failed = (file: File, why: string) => {
    setState({ kind: "failed", file });
    field.refuse(why);
    field.leave();
  };

  const start = async (file: File) => {
    current.current?.abort();
    const { signal } = (current.current = new AbortController());
    const onShare = (share: number) => {
      if (!signal.aborted) setState({ kind: "sending", file, share });
    };
    onShare(0);
    field.refuse("The file is still being sent.");
    try {
      const id = await send(file, { signal, onShare });
      if (signal.aborted) return;
      setState({ kind: "sent", file });
      field.set(id);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refused)) throw error;
      failed(file, error.problem.title);
    }
  };

  const take = (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > largest)
      failed(file, `It has ${fileSize(file.size)}; at most ${fileSize(largest)} can be sent.`);
    else void start(file);
  };

  const cancel = () => {
    if (state.kind !== "sending") return;
    current.current?.abort();
    failed(state.file, "It was not sent.");
  };

  const retry = () => {
    if (state.kind === "failed") take(state.file);
  };

  return { state, take, cancel, retry } as const;
}
