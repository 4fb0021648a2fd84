import { Button } from "../../../components/button.tsx";
import { Item } from "../../../components/page.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { Status } from "../../../components/status.tsx";
import { say } from "../../../components/toast.tsx";
import { dayOf } from "../../../moments.ts";
import type { Open } from "../../../open.ts";
import { useMe, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import type { Member } from "./members.tsx";
import { RoleMenu } from "./role-menu.tsx";
import { mayRemove, type Role, rolesFor, wordsOf } from "./roles.ts";

type MemberItemProps = { readonly member: Member; readonly show: Open["show"] };

export function MemberItem({ member, show }: MemberItemProps) {
  const { user } = useMe();
  const team = useTeam();
  const change = useWrite("PATCH /api/teams/:team/members/:id");
  const { id, name, email, isYou, isLastOwner, isVerified, joinedAt } = member;
  const setRole = (role: Role) => {
    if (role === member.role) return;
    if (isYou || role === "owner" || member.role === "owner") show(`make-${role}`, id);
    else
      change.mutate(
        { team: team.id, id, role },
        { onSuccess: () => say(`${name} is ${wordsOf(role).one} now.`, { about: id }) },
      );
  };
  return (
    <Item
      actions={
        <>
          <RoleMenu
            isBusy={change.isPending}
            member={member}
            onChange={setRole}
            roles={rolesFor(team.role, member)}
          />
          {isYou || !mayRemove(team.role, member) ? null : (
            <Button id={removeId(id)} onClick={() => show("remove", id)}>
              Remove<span className="sr-only"> {name}</span>
            </Button>
          )}
        </>
      }
    >
      <p className="font-medium">
        <bdi>{name}</bdi>
        {isYou ? <span className="font-normal text-ink2"> (you)</span> : null}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink2">
        <bdi>{email}</bdi>
        {isVerified ? null : <Status tone="warn">Unverified</Status>}
      </p>
      {isVerified ? null : (
        <p className="text-small text-ink2">
          The account was made from a copied link: nobody has shown that the address is theirs.
        </p>
      )}
      <p className="text-small text-ink2">Joined {dayOf(joinedAt, user.timeZone)}</p>
      {isLastOwner ? (
        <p className="text-small text-ink2">
          The only owner: {isYou ? "you stay one" : "the role stays"} until someone else becomes an
          owner.
        </p>
      ) : null}
      <Refusal error={change.error} />
    </Item>
  );
}

export function removeId(member: string): string {
  return `remove-${member}`;
}
