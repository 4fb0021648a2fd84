import { Suspense, useState } from "react";
import type { DialogProps } from "./dialog-popup.tsx";
import { later } from "./later.tsx";

const DialogPopup = later(
  async () => import("./dialog-popup.tsx").then(({ DialogPopup }) => DialogPopup),
  { isLast: true },
);

/** Dialog, loaded after the page or when it first opens. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  );
}
