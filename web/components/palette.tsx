import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { PAGES, SETTINGS } from "../destinations.ts";
import { useMe } from "../queries.ts";
import { signOut } from "../sign-out.ts";
import { leads, useChosen } from "../team.tsx";
import { setTheme, THEMES, useTheme } from "../theme.ts";

type Command = {
  readonly value: string;
  readonly label: string;
  /** Search terms besides the name. */
  readonly words: string;
  readonly run: () => void;
};

type CommandGroup = { readonly value: string; readonly items: readonly Command[] };

type PaletteProps = { readonly onClose: () => void; readonly onHelp: () => void };

/**
 * Command palette: finds pages and actions by name. A destructive action opens its page's dialog.
 */
export function Palette({ onClose, onHelp }: PaletteProps) {
  const groups = useCommands(onHelp);
  return (
    <Dialog.Root onOpenChange={(open) => (open ? undefined : onClose())} open>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-2 pt-[12vh]">
          <Dialog.Popup
            aria-label="Pages and actions"
            className="flex max-h-[70vh] w-full max-w-120 flex-col rounded-panel border border-line bg-surface text-ink shadow-popover"
          >
            <Autocomplete.Root
              autoHighlight="always"
              filter={matches}
              inline
              items={groups}
              keepHighlight
              open
            >
              <div className="flex items-center gap-2 border-b border-line px-3">
                <Search aria-hidden className="shrink-0 text-ink2" size={16} strokeWidth={1.5} />
                <Autocomplete.Input
                  aria-label="Page or action"
                  className="h-11 w-full bg-transparent text-section outline-none placeholder:text-ink3 sm:text-body"
                  placeholder="Page or action"
                />
              </div>
              <Autocomplete.Empty className="px-3 py-4 text-ink2 empty:hidden">
                No page or action has that name. Try “key”, “invite” or “dark”.
              </Autocomplete.Empty>
              <Autocomplete.List className="overflow-y-auto p-1 empty:hidden">
                {(group: CommandGroup) => (
                  <Autocomplete.Group items={group.items} key={group.value}>
                    <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-caption text-ink3">
                      {group.value}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(command: Command) => (
                        <Autocomplete.Item
                          className="flex min-h-11 cursor-pointer items-center rounded-control px-2 outline-none data-highlighted:bg-hover sm:min-h-8"
                          key={command.value}
                          onClick={() => {
                            onClose();
                            command.run();
                          }}
                          value={command}
                        >
                          {command.label}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              <Autocomplete.Status className="sr-only">{null}</Autocomplete.Status>
              <div className="flex justify-between gap-4 border-t border-line px-3 py-2 text-caption text-ink2">
                <span className="pointer-coarse:invisible">Enter to open, ↑ ↓ to choose</span>
                <Dialog.Close className="cursor-pointer rounded-control px-1 hover:bg-hover pointer-coarse:-my-2 pointer-coarse:min-h-11 pointer-coarse:px-3">
                  <span className="pointer-coarse:hidden">Esc to close</span>
                  <span className="hidden pointer-coarse:inline">Close</span>
                </Dialog.Close>
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** True if each typed word begins a word of its name or search terms. */
function matches(command: Command, typed: string): boolean {
  const known = `${command.label} ${command.words}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const asked = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return asked.every((word) => known.some((name) => name.startsWith(word)));
}

const THEME_COMMANDS = {
  system: "System theme",
  light: "Light theme",
  dark: "Dark theme",
} as const;

function useCommands(onHelp: () => void): readonly CommandGroup[] {
  const navigate = useNavigate();
  const { teams } = useMe();
  const { team, choose } = useChosen();
  const current = useTheme();
  const command = (label: string, words: string, run: () => void): Command => ({
    value: label,
    label,
    words,
    run,
  });
  const settings = SETTINGS.flatMap(({ pages }) => pages).flatMap(({ to, label, items }) => [
    command(`Settings, ${label}`, "", () => void navigate({ to })),
    ...items.map((item) =>
      command(item.label, `${label} ${item.words}`, () => void navigate({ to, hash: item.hash })),
    ),
  ]);
  const invite = command(
    "Invite somebody…",
    "member people team",
    () => void navigate({ to: "/settings/team", search: { open: "invite" } }),
  );
  return [
    {
      value: "Actions",
      items: [
        command(
          "Make an API key…",
          "create mint new token",
          () => void navigate({ to: "/settings/developer", search: { open: "new-key" } }),
        ),
        ...(leads(team) ? [invite] : []),
        command(
          "New team…",
          "create",
          () => void navigate({ to: "/settings/team", search: { open: "new-team" } }),
        ),
        ...THEMES.filter((theme) => theme !== current).map((theme) =>
          command(THEME_COMMANDS[theme], "theme appearance", () => setTheme(theme)),
        ),
        command("Help and shortcuts", "keyboard keys", onHelp),
        command("Sign out", "log out leave", () => void signOut()),
      ],
    },
    {
      value: "Go to",
      items: PAGES.map(({ to, label, words }) =>
        command(label, words, () => void navigate({ to })),
      ),
    },
    { value: "Settings", items: settings },
    ...(teams.length < 2
      ? []
      : [
          {
            value: "Switch to team",
            items: teams
              .filter(({ id }) => id !== team.id)
              .map(({ id, name }) => ({
                ...command(name, "team switch", () => choose(id)),
                value: id,
              })),
          },
        ]),
  ];
}
