import { useEffect, useRef } from "react";
import { looseField } from "../../../form/field.ts";
import { Below } from "../../../form/labelled.tsx";
import { timesText } from "./timed.ts";
import type { Clash } from "./use-moves.ts";

type ClashNoticeProps = {
  readonly clash: Clash;
  readonly timeZone: string;
  readonly onKeep: () => void;
  readonly onTake: () => void;
};

/** Asks which times of an entry stay, after somebody else gave it others. */
export function ClashNotice({ clash, timeZone, onKeep, onTake }: ClashNoticeProps) {
  const { timed, mine, theirs } = clash;
  const { id, project } = timed.entry;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div className="grid gap-2" ref={place} role="alert" tabIndex={-1}>
      <p className="font-semibold">
        Somebody else moved <bdi>{project.name}</bdi> meanwhile. Choose which times stay.
      </p>
      <Below
        echo={undefined}
        field={{
          ...looseField(`clash-${id}`, mine, () => undefined),
          clash: { theirs, isKept: false, keepMine: onKeep, takeTheirs: onTake },
        }}
        hint={undefined}
        textOf={(times) => timesText(times, timeZone)}
      />
    </div>
  );
}
