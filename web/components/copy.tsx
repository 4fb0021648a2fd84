import { Check, Copy } from "lucide-react";
import { type Ref, useState } from "react";
import { Button } from "./button.tsx";

type CopyProps = {
  readonly text: string;
  readonly label: string;
  /** Ends the accessible name where a page has several such buttons: `of Acme`. */
  readonly of?: string;
  readonly kind?: "primary" | "secondary" | "quiet";
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onCopied?: () => void;
};

const SHOWN_MS = 2000;

export function CopyButton({ text, label, of, kind = "secondary", ref, onCopied }: CopyProps) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  const copy = async () => {
    const outcome = await copied(text);
    setState(outcome);
    if (outcome === "copied") onCopied?.();
    setTimeout(() => setState("ready"), SHOWN_MS);
  };
  return (
    <>
      <Button kind={kind} onClick={() => void copy()} ref={ref}>
        {state === "copied" ? (
          <Check aria-hidden size={16} strokeWidth={1.5} />
        ) : (
          <Copy aria-hidden size={16} strokeWidth={1.5} />
        )}
        {WORDS[state] ?? label}
        {of === undefined ? null : <span className="sr-only"> {of}</span>}
      </Button>
      <output className="sr-only">{state === "ready" ? "" : WORDS[state]}</output>
    </>
  );
}

const WORDS: Readonly<Record<string, string>> = { copied: "Copied", refused: "Select and copy it" };

/** Falls back to `execCommand`: over plain http from another machine there is no clipboard API. */
async function copied(text: string): Promise<"copied" | "refused"> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return copiedByCommand(text) ? "copied" : "refused";
  }
}

function copiedByCommand(text: string): boolean {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", put);
  // oxlint-disable-next-line typescript/no-deprecated
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", put);
  return isCopied;
}

/** Command-line option, which must not break at its hyphens. */
const OPTION = /^[\w-]{0,31}-[\w-]*$/;

export function Snippet({
  text,
  label,
  what,
}: {
  readonly text: string;
  readonly label: string;
  readonly what: string;
}) {
  return (
    <div className="grid gap-2 rounded-control bg-sunken p-3">
      <pre aria-label={what} className="whitespace-pre-wrap font-mono text-small text-ink">
        {Array.from(text.matchAll(/\s+|\S+/g), ({ 0: part, index }) =>
          OPTION.test(part) ? (
            <span className="whitespace-nowrap" key={index}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </pre>
      <div>
        <CopyButton label={label} of={`(${what})`} text={text} />
      </div>
    </div>
  );
}
