import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useState } from "react";
import { counted } from "../../src/shared/words.ts";
import type { Command, CommandGroup } from "./command.ts";
import { useCommands } from "./commands.ts";
import { askedBy, groupsFor } from "./groups.ts";
import { useRecords } from "./use-records.ts";

type PaletteProps = { readonly onClose: () => void; readonly onHelp: () => void };

/**
 * Command palette: finds pages, actions and records by name. A destructive action opens its page's dialog.
 */
export function Palette({ onClose, onHelp }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const asked = askedBy(typed);
  const { found, isSearching } = useRecords(asked);
  const groups = groupsFor(asked, useCommands(asked.text, found, onHelp));
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Dialog.Root onOpenChange={(open) => (open ? undefined : onClose())} open>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-2 pt-[12vh]">
          <Dialog.Popup
            aria-label="Pages, actions and records"
            className="flex max-h-[70vh] w-full max-w-120 flex-col rounded-panel border border-line bg-surface text-ink shadow-popover"
          >
            <Autocomplete.Root
              autoHighlight="always"
              filter={null}
              inline
              items={groups}
              keepHighlight
              onValueChange={setTyped}
              open
              value={typed}
            >
              <div className="flex items-center gap-2 border-b border-line px-3">
                <Search aria-hidden className="shrink-0 text-ink2" size={16} strokeWidth={1.5} />
                <Autocomplete.Input
                  aria-label="Page, action, customer or project"
                  className="h-11 w-full bg-transparent text-section outline-none placeholder:text-ink3 sm:text-body"
                  placeholder="Page, action, customer or project"
                />
              </div>
              <Autocomplete.Empty className="px-3 py-4 text-ink2 empty:hidden">
                {isSearching
                  ? "Searching…"
                  : asked.only === "customers" && asked.text === ""
                    ? "Type a part of the customer’s name."
                    : "Nothing has that name. Try “key”, “invite” or “dark”."}
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
                          <bdi className="min-w-0 flex-1 truncate">{command.label}</bdi>
                          {command.kind === undefined ? null : (
                            <span className="ps-3 text-caption text-ink2">{command.kind}</span>
                          )}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              <Autocomplete.Status className="sr-only">
                {isSearching || typed === "" ? null : counted(count, "result")}
              </Autocomplete.Status>
              <div className="flex justify-between gap-4 border-t border-line px-3 py-2 text-caption text-ink2">
                <span className="max-sm:hidden pointer-coarse:invisible">
                  Enter to open, ↑ ↓ to choose, &gt; actions, @ customers
                </span>
                <Dialog.Close className="ms-auto cursor-pointer rounded-control px-1 hover:bg-hover pointer-coarse:-my-2 pointer-coarse:min-h-11 pointer-coarse:px-3">
                  <span className="max-sm:hidden pointer-coarse:hidden">Esc to close</span>
                  <span className="sm:hidden pointer-coarse:inline">Close</span>
                </Dialog.Close>
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
