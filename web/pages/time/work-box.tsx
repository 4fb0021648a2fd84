import { Autocomplete } from "@base-ui/react/autocomplete";
import { type RefObject, useEffect, useState } from "react";
import type { Output } from "../../api.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { WORK_FIELD } from "../../timer/timer-keys.ts";

type Recent = Output<"GET /api/teams/:team/timer/recent">["recent"][number];

export type WorkProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onRecent: (work: Recent) => void;
  readonly onEnter: () => void;
  /** True if the field that it replaces has the focus. */
  readonly hasFocus: RefObject<boolean>;
};

/** Text field that offers the last work when it gets the focus. */
export function WorkBox({ text, onText, onRecent, onEnter, hasFocus }: WorkProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/timer/recent", {});
  const items = (data?.recent ?? []).filter((work) => holds(work, text));
  useEffect(() => {
    if (hasFocus.current) document.getElementById(WORK_FIELD)?.focus();
  }, [hasFocus]);
  return (
    <Autocomplete.Root<Recent>
      filter={null}
      items={items}
      itemToStringValue={nameOf}
      mode="none"
      onOpenChange={setIsOpen}
      onValueChange={(value, { reason }) => {
        if (reason !== "item-press") onText(value);
      }}
      open={isOpen && items.length > 0}
      openOnInputClick
      value={text}
    >
      <Autocomplete.Input
        autoComplete="off"
        className="line-control"
        id={WORK_FIELD}
        maxLength={2000}
        onBlur={() => setIsOpen(false)}
        onFocus={() => setIsOpen(true)}
        onKeyDown={(event) => {
          const isChosen = event.currentTarget.hasAttribute("aria-activedescendant");
          if (event.key === "Enter" && !isChosen) onEnter();
        }}
        placeholder="Description"
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner align="start" className="z-80 outline-none" sideOffset={4}>
          <Autocomplete.Popup className="w-(--anchor-width) min-w-64 rounded-panel border border-line bg-surface p-1 text-ink shadow-popover">
            <p className="px-2 py-1 text-caption text-ink3">Continue with</p>
            <Autocomplete.List>
              {(work: Recent) => (
                <Autocomplete.Item
                  className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 rounded-control px-2 py-1 outline-none select-none data-highlighted:bg-hover sm:min-h-8"
                  key={keyOf(work)}
                  onClick={() => {
                    setIsOpen(false);
                    onRecent(work);
                  }}
                  value={work}
                >
                  <bdi className="truncate">{work.description ?? "No description"}</bdi>
                  <bdi className="truncate text-ink2">{work.project.name}</bdi>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

function holds(work: Recent, text: string): boolean {
  return nameOf(work).toLowerCase().includes(text.trim().toLowerCase());
}

function nameOf({ project, description }: Recent): string {
  return description === null ? project.name : `${description} ${project.name}`;
}

function keyOf({ project, description }: Recent): string {
  return `${project.id} ${description ?? ""}`;
}
