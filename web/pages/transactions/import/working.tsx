import { counted } from "../../../counted.ts";

/** Shows that the import runs. It is one step: either all of it is kept, or nothing. */
export function Working({ count }: { readonly count: number }) {
  return (
    <div className="grid gap-2">
      <output className="font-medium">Importing {counted(count, "transaction")}…</output>
      <progress aria-label="The import runs" className="h-2 w-full accent-accent" />
    </div>
  );
}
