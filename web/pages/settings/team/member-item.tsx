import { Button } from "../../../components/button.tsx";
import { Item } from "../../../components/page.tsx";
import { Refusal } from "../../../components/refusal.tsx";
import { Status } from "../../../components/status.tsx";
import { say } from "../../../components/toast.tsx";
import { When } from "../../../components/when.tsx";
import { dayOf } from "../../../moments.ts";
import type { Open } from "../../../open.ts";
import { useMe, useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { told } from "../../../told.ts";
import type { Member } from "./members.tsx";
import { RoleMenu } from "./role-menu.tsx";
import { mayRemove, type Role, rolesFor, wordsOf } from "./roles.ts";

type MemberItemProps = { readonly member: Member; readonly show: Open["show"] };

export function MemberItem({ member, show }: MemberItemProps) {
  const { user } = useMe();
  const team = useTeam();
  const change = useWrite("PATCH /api/teams/:team/members/:id");
  const { id, name, email, isYou, isLastOwner, isVerified, joinedAt, lastChangeAt } = member;
  const setRole = (role: Role) => {
    if (role === member.role) return;
    if (isYou || role === "owner" || member.role === "owner") show(`make-${role}`, id);
    else
      change.mutate(
        { team: team.id, id, role },
        {
          onSuccess: () =>
            say(`${name} is ${wordsOf(role).one} now.`, {
              about: id,
              action: { label: "Undo", onPress: () => void back() },
            }),
        },
      );
  };
  const back = async () => {
    const input = { team: team.id, id, role: member.role };
    if ((await told(async () => change.mutateAsync(input))) === null) return;
    say(`${name} is ${wordsOf(member.role).one} again.`, { about: id });
  };
  return (
    <Item
      actions={
        // Roles stand below each other, whether they can be changed or not.
        <div className="grid grid-cols-[7.5rem_auto] items-center gap-2 sm:grid-cols-[7rem_5.5rem]">
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
        </div>
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
      <p className="text-small text-ink2">
        Joined {dayOf(joinedAt, user.timeZone)}
        {lastChangeAt === null ? (
          ", no change yet"
        ) : (
          <>
            , last change <When at={lastChangeAt} />
          </>
        )}
      </p>
      {isVerified ? null : (
        <p className="text-small text-ink2">
          The account was made from a copied link: nobody has shown that the address is theirs.
        </p>
      )}
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
