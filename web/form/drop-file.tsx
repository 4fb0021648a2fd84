import { type DragEvent, useRef, useState } from "react";
import { Button } from "../components/button.tsx";
import { fileSize } from "../numbers.ts";

type DropFileProps = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly file: File | null;
  /** As `accept` of HTML; CSV by default. */
  readonly accept?: string;
  readonly kind?: string;
  readonly onChosen: (file: File) => void;
};

/** File that the page reads itself, chosen by a button or dropped. */
export function DropFile(props: DropFileProps) {
  const { label, hint, file, accept = CSV, kind = "a CSV file", onChosen } = props;
  const input = useRef<HTMLInputElement>(null);
  const take = (chosen: File | undefined) => {
    if (chosen !== undefined) onChosen(chosen);
  };
  const { isOver, drop } = useDrop(take);
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel border border-dashed border-edge p-4 ${isOver ? "bg-accent-soft" : "bg-surface"}`}
      {...drop}
    >
      <input
        accept={accept}
        aria-label={label}
        className="sr-only"
        id="file"
        onChange={({ target }) => takeChosen(target, take)}
        ref={input}
        tabIndex={-1}
        type="file"
      />
      <Button kind={file === null ? "primary" : "secondary"} onClick={() => input.current?.click()}>
        {file === null ? `Choose ${kind}` : "Choose another file"}
      </Button>
      {file === null ? (
        <span className="text-ink2 pointer-coarse:hidden">or drop it here</span>
      ) : (
        <span className="min-w-0">
          <bdi className="font-medium break-all">{file.name}</bdi>, {fileSize(file.size)}
        </span>
      )}
      {hint === undefined ? null : <p className="basis-full text-ink2">{hint}</p>}
    </div>
  );
}

const CSV = ".csv,.tsv,.txt,text/csv";

type Take = (file: File | undefined) => void;

/** Handlers of an area on which a file is dropped. */
export function useDrop(take: Take) {
  const [isOver, setIsOver] = useState(false);
  const drop = {
    onDragLeave: () => setIsOver(false),
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      take(event.dataTransfer.files[0]);
    },
  } as const;
  return { isOver, drop } as const;
}

/** Takes the chosen file, which can then be chosen again. */
export function takeChosen(input: HTMLInputElement, take: Take): void {
  take(input.files?.[0]);
  input.value = "";
}
