import { Late } from "../components/answer.tsx";

const LINES = ["w-3/5", "w-2/5", "w-1/2", "w-3/4", "w-1/3", "w-4/5", "w-1/4", "w-2/3"] as const;

export function Skeleton({ what }: { readonly what: string }) {
  return (
    <output aria-busy="true" className="block min-h-96">
      <Late>
        <span className="sr-only">Loading {what}…</span>
        <span aria-hidden className="grid divide-y divide-line border-y border-line">
          {LINES.map((width) => (
            <span className="flex h-11 items-center gap-3 px-2 sm:h-9" key={width}>
              <span className="h-3 w-10 rounded-control bg-hover" />
              <span className={`h-3 rounded-control bg-hover ${width}`} />
            </span>
          ))}
        </span>
      </Late>
    </output>
  );
}
