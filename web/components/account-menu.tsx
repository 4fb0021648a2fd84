import { setTheme, THEMES, useTheme } from "../preferences.ts";
import { signOut } from "../sign-out.ts";
import type { MenuProps } from "./menu-popup.tsx";
import { Menu, MenuChoice, MenuItem, MenuLink, MenuRule } from "./menu.tsx";

const THEME_WORDS = { system: "System", light: "Light", dark: "Dark" } as const;

type AccountMenuProps = { readonly trigger: MenuProps["trigger"]; readonly onHelp: () => void };

export function AccountMenu({ trigger, onHelp }: AccountMenuProps) {
  const theme = useTheme();
  return (
    <Menu align="start" side="top" trigger={trigger}>
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
