import { type ReactNode, type RefObject, Suspense, useState } from "react";
import { later } from "./later.tsx";

export type DialogProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** By default the first field, else Cancel. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /**
   * Ids of elements, the record's own button first. On closing, the first of them on the page gets the
   * focus, or else the page's title.
   */
  readonly backTo?: readonly (string | undefined)[] | undefined;
  /** Gets the focus on closing, where `backTo` cannot name it. By default the opener. */
  readonly finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null) | undefined;
  readonly isGuarded?: boolean;
  readonly onHeld?: () => void;
  readonly onClose: () => void;
  readonly size?: "narrow" | "wide" | undefined;
};

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
