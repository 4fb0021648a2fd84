import { useMe } from "../queries.ts";
import { useChosen } from "../team.tsx";
import type { MenuProps } from "./menu-popup.tsx";
import { Menu, MenuChoice, MenuLink, MenuRule } from "./menu.tsx";

export function TeamMenu({ trigger }: { readonly trigger: MenuProps["trigger"] }) {
  const { teams } = useMe();
  const { team, choose } = useChosen();
  return (
    <Menu align="start" trigger={trigger}>
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
