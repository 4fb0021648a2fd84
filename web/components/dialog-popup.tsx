import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useRef } from "react";
import { firstOnPage } from "../focus.ts";
import { InModal } from "./answer.tsx";
import { IconButton } from "./button.tsx";
import type { DialogProps } from "./dialog.tsx";

const FIELDS = "input:not([hidden], [type=radio], [type=checkbox]), select, textarea";
const CANCEL = "form [type=button]";
const WIDTHS = { narrow: "sm:w-120", wide: "sm:w-160" } as const;

export function DialogPopup(props: DialogProps) {
  const { isOpen, onClose, title, description, isGuarded = false, backTo, size = "narrow" } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      disablePointerDismissal
      onOpenChange={(open) => {
        if (open) return;
        if (isGuarded) props.onHeld?.();
        else onClose();
      }}
      open={isOpen}
    >
      <Base.Portal>
        {/* Drawn over a sheet or a dialog below it too. */}
        <Base.Backdrop className="fixed inset-0 z-70 bg-backdrop fading" forceRender />
        <Base.Viewport className="fixed inset-0 z-70 grid grid-rows-[minmax(max-content,1fr)] overflow-y-auto sm:place-items-center">
          <Base.Popup
            className={`grid w-full content-start gap-5 bg-surface p-4 text-ink shadow-popover fading sm:m-8 sm:max-w-[calc(100vw-4rem)] sm:rounded-panel sm:border sm:border-line sm:p-6 ${WIDTHS[size]}`}
            finalFocus={
              backTo
                ? () => firstOnPage(...backTo) ?? document.querySelector("h1")
                : props.finalFocus
            }
            initialFocus={props.initialFocus ?? (() => firstIn(popup.current) ?? true)}
            ref={popup}
          >
            <div className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1">
              <Base.Title className="text-title font-semibold text-balance">{title}</Base.Title>
              {isGuarded ? null : (
                <div className="-my-2 -me-3 sm:-my-0.5 sm:-me-1.5">
                  <Base.Close render={<IconButton label="Close" />}>
                    <X aria-hidden size={20} strokeWidth={1.5} />
                  </Base.Close>
                </div>
              )}
              {description === undefined ? null : (
                <Base.Description className="col-span-full text-ink2" render={<div />}>
                  {description}
                </Base.Description>
              )}
            </div>
            <InModal value>{props.children}</InModal>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

function firstIn(popup: HTMLElement | null): HTMLElement | null | undefined {
  return popup?.querySelector<HTMLElement>(FIELDS) ?? popup?.querySelector<HTMLElement>(CANCEL);
}
