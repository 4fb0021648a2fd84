import { Link, Outlet } from "@tanstack/react-router";
import { Activity, House, type LucideIcon, Plug, Search, Settings } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { PAGES } from "../destinations.ts";
import { useLive } from "../live.ts";
import { areSingleKeysOn, isInDialog, isTyping } from "../single-keys.ts";
import { useTeam } from "../team.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { DeletingBanner } from "./deleting-banner.tsx";
import { Mark } from "./shapes.tsx";
import { TeamMenu } from "./team-menu.tsx";

const loadPalette = async () => import("./palette.tsx");
const Palette = lazy(async () => loadPalette().then(({ Palette }) => ({ default: Palette })));
const Help = lazy(async () => import("./help.tsx").then(({ Help }) => ({ default: Help })));

const ICONS: Readonly<Record<(typeof PAGES)[number]["to"], LucideIcon>> = {
  "/": House,
  "/activity": Activity,
  "/connect": Plug,
  "/settings": Settings,
};

/** Loads the palette after the page, so that it opens at once and no typed letter is lost. */
const PRELOAD_MS = 2000;

export function Shell() {
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  useShortcuts(setOpen);
  useLive(useTeam().id);
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="min-h-svh md:grid md:grid-cols-[14rem_minmax(0,1fr)]">
      <a
        className="fixed start-2 top-2 z-50 -translate-y-16 rounded-control bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
        href="#main"
      >
        Skip to the page
      </a>
      <header className="border-line max-md:flex max-md:items-center max-md:justify-between max-md:gap-2 max-md:border-b max-md:px-4 max-md:py-2 md:sticky md:top-0 md:flex md:h-svh md:flex-col md:gap-4 md:overflow-y-auto md:border-e md:p-4">
        <Link
          aria-label="Ledgerport, home"
          className="flex items-center gap-2.5 border-accent text-section font-semibold text-accent no-underline max-md:hidden md:border-b-4 md:border-double md:pb-3"
          to="/"
        >
          <Mark />
          Ledgerport
        </Link>
        <TeamMenu />
        <button
          aria-keyshortcuts="Control+K Meta+K"
          className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-2 text-ink2 hover:bg-hover max-md:min-w-11 max-md:justify-center md:min-h-9 md:border md:border-edge md:bg-surface"
          onClick={() => setOpen("palette")}
          type="button"
        >
          <Search aria-hidden className="size-5 md:size-4" strokeWidth={1.5} />
          <span className="max-md:sr-only">Search…</span>
          <kbd className="ms-auto font-sans text-caption text-ink3 max-md:hidden">
            {PALETTE_KEYS}
          </kbd>
        </button>
        <nav aria-label="Pages" className="max-md:hidden">
          <PageLinks />
        </nav>
        <div className="max-md:contents md:mt-auto">
          <AccountMenu onHelp={() => setOpen("help")} />
        </div>
      </header>
      <div className="min-w-0">
        <DeletingBanner />
        <main
          className="px-4 py-6 outline-none max-md:pb-28 md:px-8 md:py-8"
          id="main"
          tabIndex={-1}
        >
          <Outlet />
        </main>
      </div>
      <nav
        aria-label="Pages"
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-canvas pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        <PageLinks isBar />
      </nav>
      <Suspense>
        {open === "palette" ? (
          <Palette onClose={() => setOpen(null)} onHelp={() => setOpen("help")} />
        ) : null}
        {open === "help" ? <Help onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </div>
  );
}

function PageLinks({ isBar = false }: { readonly isBar?: boolean }) {
  return (
    <ul className={isBar ? "grid grid-cols-4" : "grid gap-0.5"}>
      {PAGES.map(({ to, label }) => {
        const Icon = ICONS[to];
        return (
          <li key={to}>
            <Link
              activeOptions={{ exact: to === "/" }}
              className={`${isBar ? "flex-col gap-0.5 py-2 text-caption" : "gap-2.5 px-2 py-1.5"} flex items-center rounded-control text-ink2 no-underline hover:bg-hover hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-accent ${isBar ? "" : "aria-[current=page]:bg-accent-soft"}`}
              to={to}
            >
              <Icon aria-hidden size={20} strokeWidth={1.5} />
              {label}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

export const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

function useShortcuts(open: (what: "palette" | "help") => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        open("palette");
      }
      if (event.key === "?" && areSingleKeysOn() && !isTyping(event.target) && !isInDialog())
        open("help");
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [open]);
}
