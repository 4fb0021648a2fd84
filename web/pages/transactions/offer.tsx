import { type ComponentProps, Suspense } from "react";
import { later } from "../../components/later.tsx";

const OfferNoteLater = later(async () =>
  import("./offer-note.tsx").then(({ OfferNote }) => OfferNote),
);

export function LazyOfferNote(props: ComponentProps<typeof OfferNoteLater>) {
  return (
    <Suspense>
      <OfferNoteLater {...props} />
    </Suspense>
  );
}
