import { Dialog as Base } from "@base-ui/react/dialog";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { InModal } from "../components/answer.tsx";
import { IconButton } from "../components/button.tsx";
import { useIsNarrow } from "../window.ts";
import type { OpenRow } from "./open-row.ts";

type SheetProps<Row> = {
  readonly opened: OpenRow<Row>;
  readonly title: ReactNode;
  readonly children: ReactNode;
};

/**
 * Open row of a list, beside the rows, which stay usable; on narrow screens over them. The focus goes to
 * its title, and on closing back to the row.
 */
export function Sheet<Row>({ opened, title, children }: SheetProps<Row>) {
  const { key, previous, next, onOpen, onClose, focusAfter } = opened;
  const heading = useRef<HTMLHeadingElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  return (
    <Base.Root
      disablePointerDismissal
      modal={isNarrow ? "trap-focus" : false}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      open
    >
      <Base.Portal>
        <Base.Popup
          aria-modal={isNarrow}
          className="sheet"
          finalFocus={focusAfter}
          initialFocus={heading}
          ref={popup}
        >
          <div className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-2">
            <div className="-ms-1.5 flex">
              <Step label="Previous" onOpen={onOpen} to={previous}>
                <ChevronUp aria-hidden size={20} strokeWidth={1.5} />
              </Step>
              <Step label="Next" onOpen={onOpen} to={next}>
                <ChevronDown aria-hidden size={20} strokeWidth={1.5} />
              </Step>
            </div>
            <Base.Close render={<IconButton label="Close" />}>
              <X aria-hidden size={20} strokeWidth={1.5} />
            </Base.Close>
            <Base.Title
              className="col-span-full text-section font-semibold outline-none [&_bdi]:font-semibold"
              ref={heading}
              tabIndex={-1}
            >
              {title}
            </Base.Title>
          </div>
          <Beginning heading={heading} key={key} popup={popup} />
          <InModal value={isNarrow}>{children}</InModal>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type BeginningProps = {
  readonly popup: RefObject<HTMLElement | null>;
  readonly heading: RefObject<HTMLElement | null>;
};

/** Scrolls up for each row, and focuses its title if the focus was lost with the row before. */
function Beginning({ popup, heading }: BeginningProps) {
  useEffect(() => {
    popup.current?.scrollTo(0, 0);
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) heading.current?.focus();
  }, [popup, heading]);
  return null;
}

type StepProps = {
  readonly label: string;
  readonly to: string | null;
  readonly onOpen: (key: string) => void;
  readonly children: ReactNode;
};

/** Stays focusable at the end of the list, so that the focus is not lost. */
function Step({ label, to, onOpen, children }: StepProps) {
  return (
    <IconButton
      aria-disabled={to === null || undefined}
      label={label}
      onClick={() => (to === null ? undefined : onOpen(to))}
    >
      <span className={to === null ? "opacity-40" : ""}>{children}</span>
    </IconButton>
  );
}
