import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { isInDialog, isTyping, useKeyDown } from "../keyboard.ts";
import { useLive } from "../live.ts";
import { OpenSearch } from "../open.ts";
import { PaletteComing } from "../palette/coming.tsx";
import { areSingleKeysOn } from "../preferences.ts";
import { meQuery } from "../queries.ts";
import { TeamChoice, useTeam } from "../team.tsx";
import { fetchFont } from "../window.ts";
import { Answer, FailureNote } from "./answer.tsx";
import { Frame } from "./frame.tsx";
import { CTRL } from "./key-hints.tsx";
import { loadLater } from "./later.tsx";
import { LostNotice } from "./lost-notice.tsx";
import { AccountButton, TeamButton } from "./menu-buttons.tsx";
import { BarLinks, SideLinks } from "./navigation.tsx";
import { useDeleting } from "./reach.tsx";
import { Mark } from "./shapes.tsx";
import { prepareToasts } from "./toast.tsx";

const loadPalette = async () => import("../palette/palette.tsx");
const Palette = lazy(async () => loadPalette().then(({ Palette }) => ({ default: Palette })));
const Help = lazy(async () => import("./help.tsx").then(({ Help }) => ({ default: Help })));
const Pinned = lazy(async () => import("./pinned.tsx").then(({ Pinned }) => ({ default: Pinned })));
const DeletingBanner = lazy(async () =>
  import("./deleting-banner.tsx").then(({ DeletingBanner }) => ({ default: DeletingBanner })),
);
const NoTeam = lazy(async () =>
  import("../pages/no-team.tsx").then(({ NoTeam }) => ({ default: NoTeam })),
);

/** Delay before palette, dialogs, menus and toasts are loaded, so that they open at once later. */
const PRELOAD_MS = 2000;

export function Root() {
  const me = useQuery(meQuery);
  if (me.data === undefined && me.error !== null)
    return (
      <main className="mx-auto grid max-w-settings gap-4 px-4 py-8">
        <LostNotice />
        <h1 className="text-title font-semibold text-balance outline-none">Ledgerport</h1>
        <FailureNote error={me.error} onRetry={() => void me.refetch()} what="your account" />
      </main>
    );
  return (
    <Answer query={me} what="your account">
      {() => (
        <TeamChoice
          otherwise={
            <Suspense>
              <NoTeam />
            </Suspense>
          }
        >
          <Shell />
        </TeamChoice>
      )}
    </Answer>
  );
}

function Shell() {
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  useShortcuts(setOpen);
  useLive(useTeam().id);
  useEffect(() => {
    const timer = setTimeout(preload, PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Frame
        account={<AccountButton onHelp={() => setOpen("help")} />}
        banner={
          <>
            <LostNotice />
            <Deleting />
          </>
        }
        bar={<BarLinks />}
        mark={
          <Link aria-label="Ledgerport, home" className="frame-mark" to="/">
            <Mark />
            Ledgerport
          </Link>
        }
        pinned={
          <Suspense>
            <Pinned />
          </Suspense>
        }
        search={<SearchButton onPress={() => setOpen("palette")} />}
        sidebar={<SideLinks />}
        team={<TeamButton />}
      >
        <OpenSearch value={setOpen}>
          <Outlet />
        </OpenSearch>
      </Frame>
      {open === "palette" ? (
        <OpenPalette onClose={() => setOpen(null)} onHelp={() => setOpen("help")} />
      ) : null}
      <Suspense>{open === "help" ? <Help onClose={() => setOpen(null)} /> : null}</Suspense>
    </>
  );
}

type OpenPaletteProps = { readonly onClose: () => void; readonly onHelp: () => void };

function OpenPalette({ onClose, onHelp }: OpenPaletteProps) {
  const [typed, setTyped] = useState("");
  // Read before the field takes the focus.
  const [opener] = useState(() => document.activeElement);
  const field = { typed, onType: setTyped, onClose } as const;
  return (
    <Suspense fallback={<PaletteComing {...field} />}>
      <Palette {...field} onHelp={onHelp} opener={opener} />
    </Suspense>
  );
}

function preload(): void {
  void loadPalette();
  void loadLater();
  fetchFont();
  prepareToasts();
}

function SearchButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <button
      aria-keyshortcuts="Control+K Meta+K"
      className="frame-search"
      onClick={onPress}
      type="button"
    >
      <Search aria-hidden className="size-5 md:size-4" strokeWidth={1.5} />
      <span className="max-md:sr-only">Search…</span>
      <kbd className="ms-auto font-sans text-caption text-ink3 max-md:hidden">{PALETTE_KEYS}</kbd>
    </button>
  );
}

export const PALETTE_KEYS = `${CTRL} K`;

function useShortcuts(open: (what: "palette" | "help") => void): void {
  useKeyDown((event) => {
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault();
      open("palette");
    }
    if (event.key === "?" && areSingleKeysOn() && !isTyping(event.target) && !isInDialog())
      open("help");
  });
}

/** Few teams let assistants delete: the banner is loaded where they do. */
function Deleting() {
  const { isOn, until } = useDeleting();
  return <Suspense>{isOn ? <DeletingBanner until={until} /> : null}</Suspense>;
}
