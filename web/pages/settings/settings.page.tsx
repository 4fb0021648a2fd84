import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { SETTINGS } from "../../../src/shared/settings-pages.ts";
import { SETTINGS_SECTIONS } from "../../../src/shared/settings-sections.ts";

export function Settings() {
  return (
    <div className="grid gap-x-12 gap-y-4 lg:grid-cols-[11rem_minmax(0,48rem)]">
      <SettingsMenu />
      <Outlet />
    </div>
  );
}

/** All settings beside the page; above it, where there is no room beside, folded until they are asked for. */
function SettingsMenu() {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const id = useId();
  const isOpen = openAt === pathname;
  const label = SETTINGS.flatMap(({ pages }) => pages).find(({ to }) => to === pathname)?.label;
  return (
    <aside className="grid content-start gap-3 lg:gap-4">
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className="settings-toggle"
        onClick={() => setOpenAt(isOpen ? null : pathname)}
        type="button"
      >
        <span>
          <span className="font-normal text-ink2">Settings:</span> {label ?? "all pages"}
        </span>
        <ChevronDown
          aria-hidden
          className={isOpen ? "rotate-180 text-ink2" : "text-ink2"}
          size={16}
          strokeWidth={1.5}
        />
      </button>
      <div className={`content-start gap-4 lg:grid ${isOpen ? "grid" : "hidden"}`} id={id}>
        <FindSetting />
      </div>
    </aside>
  );
}

function FindSetting() {
  const [typed, setTyped] = useState("");
  const id = useId();
  return (
    <>
      <label className="sr-only" htmlFor={id}>
        Find a setting
      </label>
      <input
        className="text-box w-full bg-surface placeholder:text-ink3 sm:text-body"
        id={id}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="Find a setting"
        type="search"
        value={typed}
      />
      {/* Always there: screen readers say only what changes in it. */}
      <output className="block px-2 text-caption text-ink3 empty:hidden">{saidOf(typed)}</output>
      {typed.trim() === "" ? (
        <SettingsPages />
      ) : (
        <Found onOpen={() => setTyped("")} typed={typed} />
      )}
    </>
  );
}

const LINK = "nav-link block py-3 sm:py-1.5";

function SettingsPages() {
  return (
    <nav aria-label="Settings" className="grid gap-3 max-lg:grid-cols-2">
      {SETTINGS.map(({ group, pages }) => (
        <div key={group}>
          {/* No heading: it would stand before the page's title. */}
          <p className="px-2 pb-1 text-caption text-ink3" id={`settings-${group}`}>
            {group}
          </p>
          <ul aria-labelledby={`settings-${group}`} className="grid gap-0.5">
            {pages.map(({ to, label }) => (
              <li key={to}>
                <Link className={LINK} to={to}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function saidOf(typed: string): string {
  if (typed.trim() === "") return "";
  const { length } = foundBy(typed);
  return length === 0 ? `No setting is called “${typed.trim()}”` : `${length} found`;
}

function foundBy(typed: string) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return SETTINGS.flatMap(({ pages }) => pages).flatMap(({ to, label }) =>
    SETTINGS_SECTIONS[to]
      .filter((item) => {
        const known = `${label} ${item.label} ${item.words}`.toLowerCase();
        return words.every((word) => known.includes(word));
      })
      .map((item) => ({ to, page: label, ...item })),
  );
}

function Found({ typed, onOpen }: { readonly typed: string; readonly onOpen: () => void }) {
  return (
    <nav aria-label="Settings found">
      <ul className="grid gap-0.5">
        {foundBy(typed).map(({ to, hash, label, page }) => (
          <li key={`${to}${hash}`}>
            <Link
              activeOptions={{ includeHash: true }}
              className={LINK}
              hash={hash}
              onClick={onOpen}
              to={to}
            >
              {label}
              <span className="block text-caption font-normal text-ink3">{page}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
