import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { counted } from "../../src/shared/words.ts";
import { api } from "../api.ts";
import { Button } from "../components/button.tsx";
import { useTeam } from "../team.tsx";
import { ASKS, focusAtEnd, PLACE } from "./coming.tsx";
import { useCommands } from "./commands.ts";
import {
  type Asked,
  askedBy,
  type Command,
  type CommandGroup,
  groupsFor,
  isFirstSafe,
} from "./groups.ts";
import { stillMatching } from "./still-matching.ts";

type PaletteProps = {
  /** Text of the field, which may have been typed before the palette was loaded. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly opener: Element | null;
  readonly onClose: () => void;
  readonly onHelp: () => void;
};

/**
 * Command palette: finds pages, actions and records by name. A destructive action opens its page's
 * dialog.
 */
export function Palette({ typed, onType, opener, onClose, onHelp }: PaletteProps) {
  const asked = askedBy(typed);
  const { found, retry, isSearching } = useRecords(asked);
  const groups = groupsFor(asked, useCommands(asked.text, found, onHelp));
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Dialog.Root onOpenChange={(open) => (open ? undefined : onClose())} open>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Viewport className={PLACE}>
          <Dialog.Popup
            aria-label="Pages, actions and records"
            className="popover flex max-h-[55dvh] w-full max-w-120 flex-col sm:max-h-[70dvh]"
            finalFocus={() => (opener instanceof HTMLElement ? opener : true)}
          >
            <Autocomplete.Root
              autoHighlight={isFirstSafe(asked, groups) ? "always" : false}
              filter={null}
              inline
              items={groups}
              keepHighlight
              onValueChange={onType}
              open
              value={typed}
            >
              <SearchField />
              <Autocomplete.Empty className="px-3 py-4 text-ink2 empty:hidden">
                {isSearching
                  ? "Searching…"
                  : retry !== null
                    ? null
                    : asked.only === "customers" && asked.text === ""
                      ? "Type a part of the customer’s name."
                      : "Nothing has that name. Try “key”, “invite” or “dark”."}
              </Autocomplete.Empty>
              <Groups onClose={onClose} />
              {retry === null ? null : <NotSearched onRetry={retry} />}
              <Autocomplete.Status className="sr-only">
                {isSearching || typed === "" ? null : counted(count, "result")}
              </Autocomplete.Status>
              <Foot />
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SearchField() {
  return (
    <div className="flex items-center gap-2 border-b border-line px-3">
      <Search aria-hidden className="shrink-0 text-ink2" size={16} strokeWidth={1.5} />
      <Autocomplete.Input
        aria-label={ASKS}
        className="h-11 w-full bg-transparent text-section outline-none placeholder:text-ink3 sm:text-body"
        placeholder={ASKS}
        ref={focusAtEnd}
      />
    </div>
  );
}

function Groups({ onClose }: { readonly onClose: () => void }) {
  return (
    <Autocomplete.List className="overflow-y-auto p-1 empty:hidden">
      {(group: CommandGroup) => (
        <Autocomplete.Group items={group.items} key={group.value}>
          <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-caption text-ink3">
            {group.value}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(command: Command) => <Item command={command} key={command.value} onClose={onClose} />}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}

function Item({ command, onClose }: { readonly command: Command; readonly onClose: () => void }) {
  const { letter, label, kind, figures } = command;
  return (
    <Autocomplete.Item
      aria-keyshortcuts={letter}
      className="list-option data-highlighted:shadow-[inset_2px_0_0_var(--accent)]"
      onClick={() => {
        onClose();
        command.run();
      }}
      value={command}
    >
      <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
      {figures === undefined ? null : (
        <>
          <span className="w-24 shrink-0 text-end tabular-nums">{figures.amount}</span>
          <span className="w-24 shrink-0 text-end text-caption text-ink2 tabular-nums">
            {figures.day}
          </span>
        </>
      )}
      {kind === undefined ? null : <span className="ps-3 text-caption text-ink2">{kind}</span>}
      {letter === undefined ? null : (
        <kbd aria-hidden className="ps-3 font-sans text-caption text-ink2 pointer-coarse:hidden">
          {letter}
        </kbd>
      )}
    </Autocomplete.Item>
  );
}

function Foot() {
  return (
    <div className="flex justify-between gap-4 border-t border-line px-3 py-2 text-caption text-ink2">
      <span className="max-sm:hidden pointer-coarse:invisible">
        Enter to open, ↑ ↓ to choose, &gt; actions, @ customers
      </span>
      <Dialog.Close className="ms-auto cursor-pointer rounded-control px-1 hover:bg-hover pointer-coarse:-my-2 pointer-coarse:min-h-11 pointer-coarse:px-3">
        <span className="max-sm:hidden pointer-coarse:hidden">Esc to close</span>
        <span className="sm:hidden pointer-coarse:inline">Close</span>
      </Dialog.Close>
    </div>
  );
}

function NotSearched({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2"
      role="alert"
    >
      Records could not be searched.
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

const SEARCH = "GET /api/teams/:team/search";

const PAUSE_MS = 120;

function useRecords({ only, text }: Asked) {
  const team = useTeam().id;
  const q = usePaused(text);
  const input = { team, q, ...(only === "customers" ? { kind: only } : {}) } as const;
  const isAsked = text !== "" && only !== "actions";
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: [SEARCH, input],
    queryFn: async () => api(SEARCH, input),
    enabled: isAsked && q !== "",
    placeholderData: keepPreviousData,
  });
  const isOld = isPlaceholderData || q !== text;
  const found = isOld && data !== undefined ? stillMatching(data, text) : data;
  return {
    found: isAsked ? found : undefined,
    retry: isAsked && isError ? () => void refetch() : null,
    isSearching: isAsked && (isFetching || q !== text),
  } as const;
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
