import { Button } from "../../../components/button.tsx";
import { Shape } from "../../../components/shapes.tsx";

type SaveStateProps = {
  readonly state: "saving" | "waiting" | "saved" | "failed";
  readonly why: string | null;
  readonly onRetry: () => void;
};

/** State of the draft on the server. What is typed is saved a moment later by itself. */
export function SaveState({ state, why, onRetry }: SaveStateProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
      <output className="flex items-center gap-1.5 text-ink2">
        {state === "saved" ? (
          <>
            <Shape tone="good" />
            Saved
          </>
        ) : null}
        {state === "saving" ? "Saving…" : null}
        {state === "waiting" ? "Not saved yet" : null}
        {state === "failed" ? (
          <>
            <Shape tone="bad" />
            <span>
              <strong className="font-semibold text-bad">Not saved.</strong> {why}
            </span>
          </>
        ) : null}
      </output>
      {state === "failed" ? <Button onClick={onRetry}>Try again</Button> : null}
    </div>
  );
}
