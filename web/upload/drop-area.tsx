import { Upload } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { isInDialog, isTyping } from "../keyboard.ts";
import "./upload.css";
import type { Uploads } from "./uploads.ts";

type DropAreaProps = {
  readonly uploads: Pick<Uploads, "add">;
  /** `Drop the files to store them.` */
  readonly words: string;
  /** True for the area of a dialog, or of a sheet that is one on phones. */
  readonly isInDialog?: boolean;
};

/** Takes files that are dropped anywhere on the page, and pasted pictures and files. */
export function DropArea({ uploads, words, isInDialog: isOfDialog = false }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((files: readonly File[]) => {
    if (files.length > 0) uploads.add(files);
  });
  const isOpen = useEffectEvent(() => isOfDialog || !isInDialog());
  useEffect(() => {
    const leaves = new AbortController();
    const on = <Name extends keyof WindowEventMap>(
      name: Name,
      listener: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, listener, { signal: leaves.signal });
    on("dragover", (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      // Else the browser would leave the page for the dropped file.
      event.preventDefault();
      if (isOpen()) setIsOver(true);
    });
    on("dragleave", ({ relatedTarget }) => {
      if (relatedTarget === null) setIsOver(false);
    });
    on("drop", (event) => {
      setIsOver(false);
      // A field for a file takes it itself.
      if (!hasFiles(event.dataTransfer) || event.defaultPrevented) return;
      event.preventDefault();
      if (isOpen()) void filesIn(event.dataTransfer).then(take);
    });
    on("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTyping(event.target) || !isOpen()) return;
      event.preventDefault();
      take(files);
    });
    return () => leaves.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div aria-hidden className="drop-area">
      <p>
        <Upload size={20} strokeWidth={1.5} />
        {words}
      </p>
    </div>
  );
}

function hasFiles(dragged: DataTransfer | null): boolean {
  return dragged?.types.includes("Files") === true;
}

/** Most files of a folder that is dropped with all that is in it. */
const MOST_DROPPED = 1000;

/** Dropped files, with those in dropped folders. */
async function filesIn(dropped: DataTransfer | null): Promise<readonly File[]> {
  // The entries are gone after the event.
  const entries = [...(dropped?.items ?? [])].map((item) => item.webkitGetAsEntry());
  const files = [...(dropped?.files ?? [])];
  const folders = entries.filter((entry) => entry?.isDirectory === true);
  if (folders.length === 0) return files;
  const found: File[] = [];
  for (const entry of entries) if (entry !== null) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= MOST_DROPPED) return;
  if (entry instanceof FileSystemFileEntry) {
    const { promise, resolve, reject } = Promise.withResolvers<File>();
    entry.file(resolve, reject);
    found.push(await promise);
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return;
  const reader = entry.createReader();
  const read = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    return promise;
  };
  // A folder is told in parts, and ends with an empty one.
  for (let part = await read(); part.length > 0; part = await read())
    for (const child of part) if (!child.name.startsWith(".")) await collect(child, found);
}
