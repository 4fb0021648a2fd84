import { ChevronsUpDown, UserRound } from "lucide-react";
import { useMe } from "../queries.ts";
import { useTeam } from "../team.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { TeamMenu } from "./team-menu.tsx";

export function TeamButton() {
  const team = useTeam();
  return (
    <TeamMenu
      trigger={
        <button
          className="flex min-h-11 w-full min-w-0 cursor-pointer items-center gap-2 rounded-control px-2 py-1 text-start hover:bg-hover"
          type="button"
        >
          <span className="grid min-w-0 flex-1">
            <span className="truncate font-semibold">
              <bdi>{team.name}</bdi>
            </span>
            <span className="text-caption text-ink2">
              <span className="sr-only">Team, you are its </span>
              {team.role}
            </span>
          </span>
          <ChevronsUpDown aria-hidden className="shrink-0 text-ink2" size={16} strokeWidth={1.5} />
        </button>
      }
    />
  );
}

export function AccountButton({ onHelp }: { readonly onHelp: () => void }) {
  const { user } = useMe();
  return (
    <AccountMenu
      onHelp={onHelp}
      trigger={
        <button
          className="flex min-h-11 min-w-11 cursor-pointer items-center gap-2.5 rounded-control px-2 py-1 text-start hover:bg-hover md:w-full"
          type="button"
        >
          <UserRound
            aria-hidden
            className="shrink-0 text-ink2 max-md:mx-auto"
            size={20}
            strokeWidth={1.5}
          />
          <span className="grid min-w-0 max-md:sr-only">
            <bdi className="truncate font-medium">{user.name}</bdi>
            <bdi className="truncate text-caption text-ink2">{user.email}</bdi>
          </span>
        </button>
      }
    />
  );
}
