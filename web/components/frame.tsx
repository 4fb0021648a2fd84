import type { ReactNode } from "react";

type FrameProps = {
  readonly mark: ReactNode;
  readonly team: ReactNode;
  readonly search: ReactNode;
  readonly pinned?: ReactNode;
  readonly sidebar: ReactNode;
  readonly account: ReactNode;
  readonly bar: ReactNode;
  readonly banner?: ReactNode;
  readonly children: ReactNode;
};

/** Layout of every page. The app and the first paint, which the server sends, share it. */
export function Frame(props: FrameProps) {
  return (
    <div className="min-h-svh md:grid md:grid-cols-[14rem_minmax(0,1fr)] print:block!">
      <a
        className="fixed start-2 top-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
        href="#main"
      >
        Skip to the page
      </a>
      <header className="app-header">
        {props.mark}
        {props.team}
        {props.search}
        <div className="pinned z-30 empty:hidden max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:border-t max-md:border-line max-md:bg-canvas">
          {props.pinned}
        </div>
        <nav aria-label="Pages" className="grid grow content-between gap-4 max-md:hidden">
          {props.sidebar}
        </nav>
        {props.account}
      </header>
      <div className="min-w-0">
        {props.banner}
        <main className="px-4 pt-4 pb-32 outline-none md:px-8 md:py-5" id="main" tabIndex={-1}>
          {props.children}
        </main>
      </div>
      <nav
        aria-label="Pages"
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-canvas pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        {props.bar}
      </nav>
    </div>
  );
}

/** Small circles: dots of one line would hardly be seen. */
export const DOTS = `M4 12${"a1 1 0 1 0 2 0 1 1 0 1 0-2 0m7 0".repeat(3)}`;

export function PageIcon({ icon }: { readonly icon: string }) {
  return (
    <svg
      aria-hidden="true"
      className="size-5 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.5"
      viewBox="0 0 24 24"
    >
      <path d={icon} />
    </svg>
  );
}
