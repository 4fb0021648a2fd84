import { useEffect, useRef, useState } from "react";
import { Refused } from "../api.ts";
import type { Field } from "./field.ts";
import { fileSize } from "./file-size.ts";

/** Uploads a file and returns the id of the stored file. `onShare` gets the sent share, 0 to 1. */
export type Send = (
  file: File,
  options: { readonly signal: AbortSignal; readonly onShare: (share: number) => void },
) => Promise<string>;

type UploadState =
  | { readonly kind: "none" }
  | { readonly kind: "sending"; readonly file: File; readonly share: number }
  | { readonly kind: "sent" | "failed"; readonly file: File };

/** Uploads one file at a time. Another file takes the place of the first. */
export function useUpload(field: Field<unknown, string>, send: Send, largest: number) {
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
