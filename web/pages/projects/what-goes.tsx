import { spoken } from "../../../src/shared/words.ts";
import { counted } from "../../numbers.ts";
import type { Detail } from "./project-view.tsx";

/** Time of a project in words: `312 time entries, 41 h 30, of Anna and 2 more`. */
export function WhatGoes({ time }: { readonly time: Detail["time"] }) {
  const { entries, seconds, people, running } = time;
  const [first, ...others] = people;
  return (
    <ul className="list-disc ps-5">
      <li>
        <strong className="font-semibold">{counted(entries, "time entry", "time entries")}</strong>
        {seconds === 0 ? "" : `, together ${spoken(seconds)}`}
        {first === undefined ? null : (
          <>
            , of <bdi>{first.name}</bdi>
            {others.length === 0
              ? ""
              : ` and ${counted(others.length, "other person", "other people")}`}
          </>
        )}
      </li>
      {running.length === 0 ? null : (
        <li>
          {counted(running.length, "running timer")}: <bdi>{running.join(", ")}</bdi>
        </li>
      )}
    </ul>
  );
}
