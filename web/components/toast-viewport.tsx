import { Toast as Base } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useIsNarrow } from "../window.ts";
import { IconButton } from "./button.tsx";
import { useClearOfToasts } from "./clear-of-toasts.ts";
import { Shape, type Tone } from "./shapes.tsx";
import { takeToasts, type Toast } from "./toast.tsx";

const toasts = Base.createToastManager();

const WITH_ACTION_MS = 10_000;
const SHOWN_MS = 5000;
/** Screen readers announce only what is added to a live region that they know already. */
const KNOWN_MS = 100;
/** Base UI never closes it by itself. */
const KEPT_MS = 0;

export function ToastViewport() {
  useEffect(() => {
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = takeToasts(add);
    }, KNOWN_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  const isNarrow = useIsNarrow();
  return (
    <Base.Provider limit={isNarrow ? 1 : 3} toastManager={toasts}>
      <Base.Portal>
        <Place isNarrow={isNarrow} />
      </Base.Portal>
    </Base.Provider>
  );
}

function Place({ isNarrow }: { readonly isNarrow: boolean }) {
  const { toasts } = Base.useToastManager();
  const place = useRef<HTMLDivElement>(null);
  useClearOfToasts(place, isNarrow, toasts[0]?.id);
  return (
    <Base.Viewport className="toasts" ref={place}>
      <List />
    </Base.Viewport>
  );
}

function add({ words, tone, about, action, isKept = false }: Toast): void {
  if (about !== undefined) toasts.close(about);
  const id = toasts.add({
    ...(about === undefined ? {} : { id: about }),
    title: words,
    type: tone,
    timeout: isKept ? KEPT_MS : action === undefined ? SHOWN_MS : WITH_ACTION_MS,
    ...(action === undefined
      ? {}
      : {
          actionProps: {
            children: action.label,
            onClick: () => {
              toasts.close(id);
              action.onPress();
            },
          },
        }),
  });
}

function List() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root className="popover fading data-limited:hidden" key={toast.id} toast={toast}>
      <Base.Content className="flex items-center gap-2 py-1 ps-3 pe-1">
        <Shape tone={toneOf(toast.type)} />
        <Base.Title className="min-w-0 flex-1 py-2" render={<p />} />
        <Base.Action className="min-h-8 max-sm:min-h-11 cursor-pointer rounded-control px-2 font-semibold text-accent hover:bg-hover" />
        {/* Base UI hides it from screen readers until hovered, though it can be focused. */}
        <Base.Close
          aria-hidden={false}
          aria-label="Dismiss"
          render={<IconButton label="Dismiss" />}
        >
          <X aria-hidden size={16} strokeWidth={1.5} />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}

function toneOf(type: string | undefined): Tone {
  return type === "warn" || type === "bad" || type === "quiet" ? type : "good";
}
