import { ChevronsUpDown, UserRound } from "lucide-react";
import { setTheme, THEMES, useTheme } from "../preferences.ts";
import { useMe } from "../queries.ts";
import { signOut } from "../sign-out.ts";
import { useChosen } from "../team.tsx";
import { Menu, MenuChoice, MenuItem, MenuLink, MenuRule } from "./menu.tsx";

export function TeamButton() {
  const { teams } = useMe();
  const { team, choose } = useChosen();
  return (
    <Menu
      align="start"
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
    >
      <MenuChoice
        choices={teams.map(({ id, name, role }) => ({
          value: id,
          label: (
            <span className="grid">
              <bdi className="truncate">{name}</bdi>
              <span className="text-caption text-ink2">{role}</span>
            </span>
          ),
        }))}
        label="Teams"
        onChange={choose}
        value={team.id}
      />
      <MenuRule />
      <MenuLink search={{ open: "new-team" }} to="/settings/team">
        New team…
      </MenuLink>
    </Menu>
  );
}

export function AccountButton({ onHelp }: { readonly onHelp: () => void }) {
  const { user } = useMe();
  const theme = useTheme();
  return (
    <Menu
      align="start"
      side="top"
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
    >
      <MenuLink to="/settings/profile">Profile</MenuLink>
      <MenuItem onPress={onHelp}>Help and shortcuts</MenuItem>
      <MenuRule />
      <MenuChoice
        choices={THEMES.map((value) => ({ value, label: THEME_WORDS[value] }))}
        label="Theme"
        onChange={(chosen) => setTheme(THEMES.find((theme) => theme === chosen) ?? "system")}
        value={theme}
      />
      <MenuRule />
      <MenuItem onPress={() => void signOut()}>Sign out</MenuItem>
    </Menu>
  );
}

const THEME_WORDS = { system: "System", light: "Light", dark: "Dark" } as const;
