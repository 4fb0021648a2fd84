import { counted } from "../../../numbers.ts";

/** Shows that the import runs. It is one step: either all of it is kept, or nothing. */
export function Working({ count }: { readonly count: number }) {
  return (
    <div className="grid gap-2">
      <output className="font-medium">Importing {counted(count, "transaction")}…</output>
      <p className="text-ink2">Keep this page open. All of the file is imported, or nothing.</p>
      <progress aria-label="The import runs" className="h-2 w-full accent-accent" />
    </div>
  );
}
