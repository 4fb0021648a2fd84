import { Button } from "../../../components/button.tsx";

type WorkingProps = {
  readonly done: number;
  readonly total: number;
  readonly onStop: () => void;
};

/** Progress of an import. It is announced once, not at every step. */
export function Working({ done, total, onStop }: WorkingProps) {
  return (
    <div className="grid gap-2">
      <output className="font-medium">
        Importing. Keep this page open: all of the file is kept, or nothing.
      </output>
      <progress
        aria-label="Entries that are imported"
        className="h-2 w-full accent-accent"
        max={Math.max(1, total)}
        value={done}
      />
      <p aria-hidden className="text-ink2">
        {done.toLocaleString("en-GB")} of {total.toLocaleString("en-GB")} changes
      </p>
      <div>
        <Button onClick={onStop}>Cancel the import</Button>
      </div>
    </div>
  );
}
