import { Link } from "@tanstack/react-router";
import { setSetUpHidden, useIsSetUpHidden } from "../preferences.ts";
import { useMe } from "../queries.ts";
import { useTeam } from "../team.tsx";
import { Dialog } from "./dialog.tsx";
import { CTRL } from "./key-hints.tsx";
import { PALETTE_KEYS } from "./shell.tsx";
import { SingleKeysSwitch } from "./switch.tsx";

const SHORTCUTS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    "On every page",
    [
      [PALETTE_KEYS, "Go to a page or do something"],
      ["N, S, C", "Begin a new timer, stop it, continue with the last work"],
      ["F6", "Go to the last message, for example to undo"],
      ["Esc", "Close the open dialog or menu"],
      ["?", "Show this help"],
    ],
  ],
  [
    "In a list",
    [
      ["J, K or ↓, ↑", "Next or previous row"],
      ["Enter", "Open the row"],
      ["X", "Select the row"],
      ["Shift J, Shift K", "Select row after row"],
      ["/", "Search"],
    ],
  ],
  [
    "In Time",
    [
      ["J, K or ↓, ↑", "Next or previous entry"],
      ["Enter, X", "Open the entry, select it"],
      ["Alt ← →, T", "Days before or after, today"],
    ],
  ],
  ["In Customers", [["T", "Tags of the row"]]],
  ["In Activity", [["U", "Undo the change of the row"]]],
  [
    "In Transactions",
    [
      ["C, A", "Choose a category, accept the suggested one"],
      ["L, G", "Apply the category to similar ones, make the offered rule"],
    ],
  ],
  [
    "In Review",
    [
      ["Enter or A, C", "Accept what is suggested, choose a category"],
      ["M, R, O", "Link or merge, reject, keep the other one"],
      ["V", "View all of the transaction"],
      ["U", "Undo the last thing done"],
    ],
  ],
  [
    "In Receipts",
    [
      ["Enter, N", "Match with the suggested payment, or not this one"],
      ["S, E", "Search payments, edit what was read"],
      ["A, Del", "Archive, delete from the inbox"],
    ],
  ],
  [
    "In a week",
    [
      ["Alt ← →, T", "Week before or after, this week"],
      ["F2 or Enter", "Edit the cell"],
      [`Delete, ${CTRL} Z`, "Clear the cell, take the last change back"],
    ],
  ],
  [
    "In the calendar",
    [
      ["Alt ← →, T", "Week or day before or after, now"],
      ["Arrows, Enter", "Go to another entry, open it"],
      [`${CTRL} ↑ ↓ ← →`, "Move the entry by 15 minutes or a day"],
      ["Shift ↑ ↓", "Change its end by 15 minutes"],
      [`${CTRL} Alt ↑ ↓`, "Move it by 1 minute"],
      ["Delete", "Delete the entry"],
      ["Tab, arrows, Enter", "Go to a free place, move it, add time there"],
    ],
  ],
];

export function Help({ onClose }: { readonly onClose: () => void }) {
  const { server } = useMe();
  return (
    <Dialog isOpen onClose={onClose} size="wide" title="Help and shortcuts">
      <p>
        If an assistant does not connect, see{" "}
        <Link className="underline" hash="trouble" onClick={onClose} to="/connect">
          Troubleshooting
        </Link>
        . The server’s documentation is in its file README.md.
      </p>
      <HiddenSetUp onClose={onClose} />
      <SingleKeysSwitch />
      <p>
        The switch is in your{" "}
        <Link className="underline" hash="shortcuts" onClick={onClose} to="/settings/profile">
          Profile
        </Link>{" "}
        too, with your other settings.
      </p>
      <div className="gap-8 sm:columns-2">
        {SHORTCUTS.map(([place, keys]) => (
          <section className="grid break-inside-avoid gap-1 pb-5" key={place}>
            <h3 className="font-semibold">{place}</h3>
            <dl className="divide-y divide-line border-t border-line">
              {keys.map(([key, what]) => (
                <div className="flex justify-between gap-4 py-1.5" key={key}>
                  <dt>{what}</dt>
                  <dd>
                    <kbd className="font-sans font-medium whitespace-nowrap">{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="text-caption text-ink3">Ledgerport {server.version}</p>
    </Dialog>
  );
}

function HiddenSetUp({ onClose }: { readonly onClose: () => void }) {
  const { id } = useTeam();
  if (!useIsSetUpHidden(id)) return null;
  const show = () => {
    setSetUpHidden(id, false);
    onClose();
  };
  return (
    <p>
      The set-up list is hidden.{" "}
      <Link onClick={show} to="/">
        Show it on Home
      </Link>
    </p>
  );
}
