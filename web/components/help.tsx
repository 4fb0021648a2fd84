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
  ["F6", "Go to what was said last, such as an Undo"],
  ["Esc", "Close what is open"],
] as const;

/** Where help is, and which keys there are. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  const { server } = useMe();
  const areOn = useSingleKeys();
  return (
    <Dialog isOpen onClose={onClose} title="Help and shortcuts">
      <p>
        When an assistant does not connect,{" "}
        <Link className="underline" hash="trouble" onClick={onClose} to="/connect">
          Connect says what to look at
        </Link>
        . Whoever runs this server finds its documentation in the file README.md beside it.
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
        hint="Keys such as ? that work without Ctrl or ⌘. Turn them off when you speak to your computer."
        isOn={areOn}
        label="Single-key shortcuts"
        onChange={setSingleKeys}
      />
      <p className="text-caption text-ink3">Ledgerport {server.version}</p>
    </Dialog>
  );
}

/** Brings back the list that was put away on Home. */
function HiddenSetUp({ onClose }: { readonly onClose: () => void }) {
  const { id } = useTeam();
  if (!useIsSetUpHidden(id)) return null;
  const show = () => {
    setSetUpHidden(id, false);
    onClose();
  };
  return (
    <p>
      The list of what to set up is hidden.{" "}
      <Link onClick={show} to="/">
        Show it on Home
      </Link>
    </p>
  );
}
