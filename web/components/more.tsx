import { Dialog } from "@base-ui/react/dialog";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import type { NAVIGATION } from "../../src/shared/pages.ts";
import { IconButton } from "./button.tsx";
import { PageIcon } from "./frame.tsx";
import { PageCount } from "./page-count.tsx";

type MoreProps = { readonly pages: typeof NAVIGATION; readonly onClose: () => void };

export function More({ pages, onClose }: MoreProps) {
  return (
    <Dialog.Root onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} open>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-120 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-x-0 bottom-0 z-50 rounded-t-panel border-t border-line bg-surface px-2 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] text-ink shadow-popover outline-none transition-opacity duration-150 data-starting-style:opacity-0">
          <div className="flex items-center justify-between ps-2">
            <Dialog.Title className="text-section font-semibold">More pages</Dialog.Title>
            <Dialog.Close render={<IconButton label="Close" />}>
              <X aria-hidden size={20} strokeWidth={1.5} />
            </Dialog.Close>
          </div>
          <ul className="grid gap-0.5">
            {pages.map(({ to, label, icon }) => (
              <li key={to}>
                <Link
                  className="nav-link flex min-h-11 items-center gap-3 text-ink"
                  onClick={onClose}
                  to={to}
                >
                  <PageIcon icon={icon} />
                  {label}
                  <PageCount to={to} />
                </Link>
              </li>
            ))}
          </ul>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
