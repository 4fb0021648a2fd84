import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Shape, type Tone } from "./shapes.tsx";

const toasts = Toast.createToastManager();

/** A toast with an action stays long enough to be reached. */
const WITH_ACTION_MS = 10_000;
const SHOWN_MS = 5000;

type Said = {
  readonly tone?: Tone;
  readonly action?: { readonly label: string; readonly onPress: () => void };
};

/** Shows a toast and announces it politely, once. F6 moves the focus to it. */
export function say(words: string, { tone = "good", action }: Said = {}): void {
  const id = toasts.add({
    title: words,
    type: tone,
    timeout: action === undefined ? SHOWN_MS : WITH_ACTION_MS,
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

export function Toasts({ children }: { readonly children: ReactNode }) {
  return (
    <Toast.Provider toastManager={toasts}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-20 z-50 grid gap-2 sm:inset-x-auto sm:end-6 sm:bottom-6 sm:w-96">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      className="rounded-panel border border-line bg-surface text-ink shadow-popover transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0"
      key={toast.id}
      toast={toast}
    >
      <Toast.Content className="flex items-center gap-2 py-1 ps-3 pe-1">
        <Shape tone={toneOf(toast.type)} />
        <Toast.Title className="min-w-0 flex-1 py-2" render={<p />} />
        <Toast.Action className="min-h-8 cursor-pointer rounded-control px-2 font-semibold text-accent hover:bg-hover" />
        {/* Base UI hides it from screen readers until hovered, though it can be focused. */}
        <Toast.Close
          aria-hidden={false}
          aria-label="Dismiss"
          render={<IconButton label="Dismiss" />}
        >
          <X aria-hidden size={16} strokeWidth={1.5} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

function toneOf(type: string | undefined): Tone {
  return type === "warn" || type === "bad" || type === "quiet" ? type : "good";
}
