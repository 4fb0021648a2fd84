import { UserRound } from "lucide-react";
import { useMe } from "../queries.ts";
import { signOut } from "../sign-out.ts";
import { setTheme, THEMES, useTheme } from "../theme.ts";
import { Menu, MenuChoice, MenuItem, MenuLink, MenuRule } from "./menu.tsx";

const THEME_WORDS = { system: "System", light: "Light", dark: "Dark" } as const;

export function AccountMenu({ onHelp }: { readonly onHelp: () => void }) {
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
