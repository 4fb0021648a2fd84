type WorkingProps = { readonly done: number; readonly total: number };

/** Progress of an import. It is announced once, not at every step. */
export function Working({ done, total }: WorkingProps) {
  return (
    <div className="grid gap-2">
      <output className="font-medium">
        Importing. Leaving this page stops it, and nothing is kept.
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
    </div>
  );
}
