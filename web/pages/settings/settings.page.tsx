import { Link, Outlet } from "@tanstack/react-router";
import { useId, useState } from "react";
import { SETTINGS } from "../../../src/shared/settings-pages.ts";

export function Settings() {
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[11rem_minmax(0,48rem)]">
      <aside className="grid content-start gap-4">
        <FindSetting />
      </aside>
      <Outlet />
    </div>
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
        className="min-h-11 w-full rounded-control border border-edge bg-surface px-3 text-section placeholder:text-ink3 sm:min-h-9 sm:text-body"
        id={id}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="Find a setting"
        type="search"
        value={typed}
      />
      {typed.trim() === "" ? (
        <SettingsPages />
      ) : (
        <Found onOpen={() => setTyped("")} typed={typed} />
      )}
    </>
  );
}

const LINK =
  "block rounded-control px-2 py-2 text-ink2 no-underline hover:bg-hover hover:text-ink sm:py-1.5 aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent";

function SettingsPages() {
  return (
    <nav
      aria-label="Settings"
      className="flex gap-0.5 max-lg:-ms-2 max-lg:flex-wrap lg:grid lg:gap-3"
    >
      {SETTINGS.map(({ group, pages }) => (
        <div className="max-lg:contents" key={group}>
          <h2 className="px-2 pb-1 text-caption text-ink3 max-lg:sr-only">{group}</h2>
          <ul className="max-lg:contents lg:grid lg:gap-0.5">
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

function Found({ typed, onOpen }: { readonly typed: string; readonly onOpen: () => void }) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = SETTINGS.flatMap(({ pages }) => pages).flatMap(({ to, label, items }) =>
    items
      .filter((item) => {
        const known = `${label} ${item.label} ${item.words}`.toLowerCase();
        return words.every((word) => known.includes(word));
      })
      .map((item) => ({ to, page: label, ...item })),
  );
  return (
    <nav aria-label="Settings found">
      <output className="block px-2 pb-1 text-caption text-ink3">
        {found.length === 0 ? `No setting is called “${typed.trim()}”` : `${found.length} found`}
      </output>
      <ul className="grid gap-0.5">
        {found.map(({ to, hash, label, page }) => (
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
