import type { ReactNode } from "react";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import type { Member } from "./members.tsx";

export function WhatEnds({ member }: { readonly member: Member }) {
  const team = useTeam();
  const { keys, apps } = useHeldBy(member);
  const who = member.isYou ? "You" : <bdi>{member.name}</bdi>;
  return (
    <div className="grid gap-4">
      <Lines title="Ends at once">
        <li>
          {who} can no longer open the books of <bdi>{team.name}</bdi>, here or through an
          assistant.
        </li>
        <li>
          <Ending names={keys} one="API key stops" several="API keys stop" />
        </li>
        <li>
          <Ending names={apps} one="app is disconnected" several="apps are disconnected" />
        </li>
      </Lines>
      <Lines title="Stays">
        <li>Tracked time, with running timers, and all other records.</li>
        <li>All past actions in Activity.</li>
      </Lines>
    </div>
  );
}

/** Names of the member's keys and apps; null until loaded. */
function useHeldBy({ id }: Member) {
  const team = useTeam();
  const keys = useOfTeam(team, "GET /api/teams/:team/keys", {});
  const apps = useOfTeam(team, "GET /api/teams/:team/apps", {});
  return {
    keys:
      keys.data?.keys
        .filter(({ holder, state }) => holder.id === id && state === "active")
        .map(({ name }) => name) ?? null,
    apps: apps.data?.apps.filter(({ holder }) => holder.id === id).map(({ name }) => name) ?? null,
  };
}

function Lines({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold">{title}</h3>
      <ul className="list-disc ps-5 marker:text-ink3">{children}</ul>
    </div>
  );
}

const MOST = 6;

type EndingProps = {
  readonly names: readonly string[] | null;
  readonly one: string;
  readonly several: string;
};

/** `2 API keys stop: CI, Backup.` */
function Ending({ names, one, several }: EndingProps) {
  if (names === null) return `All ${several}.`;
  if (names.length === 0) return `No ${one}: there is none.`;
  const left = names.length - MOST;
  return (
    <>
      {names.length} {names.length === 1 ? one : several}:{" "}
      {names.slice(0, MOST).map((name, place) => (
        // Names may repeat, and their order is fixed while they are shown.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place}>
          {place === 0 ? "" : ", "}
          <bdi>{name}</bdi>
        </span>
      ))}
      {left > 0 ? ` and ${left} more` : ""}.
    </>
  );
}
