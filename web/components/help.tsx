import { Link } from "@tanstack/react-router";
import { useMe } from "../queries.ts";
import { setSetUpHidden, useIsSetUpHidden } from "../set-up-list.ts";
import { setSingleKeys, useSingleKeys } from "../single-keys.ts";
import { useTeam } from "../team.tsx";
import { Dialog } from "./dialog.tsx";
import { PALETTE_KEYS } from "./shell.tsx";
import { Switch } from "./switch.tsx";

const SHORTCUTS = [
  [PALETTE_KEYS, "Go to a page or do something"],
  ["?", "Show this help"],
  ["F6", "Go to the last message, for example to undo"],
  ["Esc", "Close the open dialog or menu"],
  ["N, S, C", "Begin a new timer, stop it, continue with the last work"],
  ["Alt ← →, T", "In a week: the week before or after, this week"],
  ["J, K or ↓, ↑", "In a list: the next or previous row"],
  ["Enter", "In a list: open the row"],
  ["/", "In a list: search"],
  ["X", "In a list: select the row"],
  ["Shift J, Shift K", "In a list: select row after row"],
  ["C, A", "In the transactions: choose a category, accept the suggested one"],
  ["L, G", "In the transactions: apply the category to similar ones, make the offered rule"],
  ["Enter or A, C", "In the review: accept what is suggested, choose a category"],
  ["M, R, O", "In the review: link or merge, reject, keep the other one"],
  ["U", "In the review: undo the last thing done"],
  ["U", "In the activity: undo the change of the row"],
] as const;

export function Help({ onClose }: { readonly onClose: () => void }) {
  const { server } = useMe();
  const areOn = useSingleKeys();
  return (
    <Dialog isOpen onClose={onClose} title="Help and shortcuts">
      <p>
        If an assistant does not connect, see{" "}
        <Link className="underline" hash="trouble" onClick={onClose} to="/connect">
          Troubleshooting
        </Link>
        . The server’s documentation is in its file README.md.
      </p>
      <HiddenSetUp onClose={onClose} />
      <dl className="divide-y divide-line border-y border-line">
        {SHORTCUTS.map(([keys, what]) => (
          <div className="flex justify-between gap-4 py-2" key={keys}>
            <dt>{what}</dt>
            <dd>
              <kbd className="font-sans font-medium whitespace-nowrap">{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        hint="Keys such as ? that work without Ctrl or ⌘. Turn them off if you use speech input."
        isOn={areOn}
        label="Single-key shortcuts"
        onChange={setSingleKeys}
      />
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
