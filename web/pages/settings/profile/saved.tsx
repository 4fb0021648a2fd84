import { Shape } from "../../../components/shapes.tsx";

/** Says beside a section's title that a choice was saved at once. */
export function Saved({ isSaved }: { readonly isSaved: boolean }) {
  return (
    <output className="flex items-center gap-1 text-ink2">
      {isSaved ? (
        <>
          <Shape tone="good" />
          Saved
        </>
      ) : null}
    </output>
  );
}
