import { ChevronDown } from "lucide-react";
import type { Output } from "../../../api.ts";
import { Answer, RefusalNote } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { DeleteDialog } from "../../../components/delete-dialog.tsx";
import { Menu, MenuChoice } from "../../../components/menu.tsx";
import { Item, Items, Section } from "../../../components/page.tsx";
import { Status } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { dayOf } from "../../../dates.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { useOpen } from "../../../open.ts";
import { type Team, useMe, useOfTeam, useWrite } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { sayWithWayBack } from "../../../undo.ts";
import { mayRemove, type Role, ROLE_WORDS, rolesFor, type RoleWords, roleWords } from "./roles.ts";

export type Member = Output<"GET /api/teams/:team/members">["members"][number];

export function MembersSection() {
  const team = useTeam();
  const query = useMembers(team);
  const { show } = useOpen();
  return (
    <Section
      actions={
        leads(team) ? (
          <Button kind="primary" onClick={() => show("invite")}>
            Invite somebody
          </Button>
        ) : undefined
      }
      hint={RIGHTS[team.role] ?? undefined}
      id="members"
      title="Members"
    >
      <Answer query={query} what="the members">
        {({ members }) => (
          <>
            <Items label="Members">
              {members.map((member) => (
                <MemberItem key={member.id} member={member} />
              ))}
            </Items>
            <MemberDialog members={members} />
            <ul aria-label="Roles" className="grid max-w-measure gap-1 text-small text-ink2">
              {ROLE_WORDS.map(({ label, means }) => (
                <li key={label}>
                  <span className="font-medium text-ink">{label}:</span> {means}
                </li>
              ))}
            </ul>
          </>
        )}
      </Answer>
    </Section>
  );
}

export function useMembers(team: Team) {
  return useOfTeam(team, "GET /api/teams/:team/members", {});
}

const RIGHTS: Readonly<Record<Team["role"], string | null>> = {
  owner: null,
  admin: "You can change members and admins; only owners can change owners.",
  member: "Only owners and admins can change roles and remove people.",
};

/** Confirms a removal, or a change of role that cannot simply be undone. */
function MemberDialog({ members }: { readonly members: readonly Member[] }) {
  const { open, about, hide } = useOpen();
  const member = members.find(({ id }) => id === about);
  const words = ROLE_WORDS.find(({ role }) => open === `make-${role}`);
  if (member === undefined) return null;
  if (open === "remove") return <RemoveMember member={member} onClose={hide} />;
  return words && <RoleDialog member={member} onClose={hide} role={words.role} />;
}

function MemberItem({ member }: { readonly member: Member }) {
  const { show } = useOpen();
  const team = useTeam();
  const change = useWrite("PATCH /api/teams/:team/members/:id");
  const { id, name, isYou } = member;
  const setRole = (role: Role) => {
    if (role === member.role) return;
    if (isYou || role === "owner" || member.role === "owner") show(`make-${role}`, id);
    else
      change.mutate(
        { team: team.id, id, role },
        {
          onSuccess: () =>
            sayWithWayBack(`${name} is ${roleWords(role).one} now.`, {
              about: id,
              back: async () => change.mutateAsync({ team: team.id, id, role: member.role }),
              undone: `${name} is ${roleWords(member.role).one} again.`,
            }),
        },
      );
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
      <MemberFacts member={member} />
      <RefusalNote error={change.error} />
    </Item>
  );
}

function MemberFacts({ member }: { readonly member: Member }) {
  const { timeZone } = useMe().user;
  const { name, email, isYou, isLastOwner, isVerified, joinedAt, lastChangeAt } = member;
  return (
    <>
      <p className="font-medium">
        <bdi>{name}</bdi>
        {isYou ? <span className="font-normal text-ink2"> (you)</span> : null}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink2">
        <bdi>{email}</bdi>
        {isVerified ? null : <Status tone="warn">Unverified</Status>}
      </p>
      <p className="text-small text-ink2">
        Joined {dayOf(joinedAt, timeZone)}
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
    </>
  );
}

function removeId(member: string): string {
  return `remove-${member}`;
}

type RoleMenuProps = {
  readonly member: Member;
  /** Selectable roles; if none, the role is shown as text. */
  readonly roles: readonly RoleWords[];
  readonly onChange: (role: Role) => void;
  readonly isBusy: boolean;
};

function RoleMenu({ member, roles, onChange, isBusy }: RoleMenuProps) {
  const { label } = roleWords(member.role);
  if (roles.length === 0)
    return <span className="py-2 font-medium sm:px-[0.8125rem]">{label}</span>;
  return (
    <Menu
      trigger={
        <Button isBusy={isBusy}>
          <span className="flex-1 text-start">
            <span className="sr-only">Role of {member.name}: </span>
            {label}
          </span>
          <ChevronDown aria-hidden className="text-ink2" size={16} strokeWidth={1.5} />
        </Button>
      }
    >
      <MenuChoice
        choices={roles.map(({ role, label, means }) => ({
          value: role,
          label: (
            <span className="grid py-1">
              <span className="font-medium">{label}</span>
              <span className="text-small text-ink2">{means}</span>
            </span>
          ),
        }))}
        label={`Role of ${member.name}`}
        onChange={(chosen) => {
          const words = roles.find(({ role }) => role === chosen);
          if (words !== undefined) onChange(words.role);
        }}
        value={member.role}
      />
    </Menu>
  );
}

type RoleDialogProps = {
  readonly member: Member;
  readonly role: Role;
  readonly onClose: () => void;
};

function RoleDialog({ member, role, onClose }: RoleDialogProps) {
  const { one } = roleWords(role);
  const who = member.isYou ? "yourself" : member.name;
  return (
    <FormDialog
      about={member.id}
      description={<Consequence member={member} role={role} />}
      given={{ team: useTeam().id, id: member.id, role }}
      needsPassword={role === "owner" || member.role === "owner"}
      onClose={onClose}
      route="PATCH /api/teams/:team/members/:id"
      said={member.isYou ? `You are ${one} now.` : `${member.name} is ${one} now.`}
      submit={`Make ${who} ${one}`}
      title={`Make ${who} ${one}?`}
    />
  );
}

function Consequence({ member, role }: Pick<RoleDialogProps, "member" | "role">) {
  const { name, isYou } = member;
  if (role === "owner")
    return (
      <p>
        <bdi>{name}</bdi> can then do everything you can, and also change your role or remove you
        from the team.
      </p>
    );
  const loss =
    role === "admin"
      ? "change who the owners are"
      : member.role === "owner"
        ? "invite or remove people, change the team’s settings, or decide who the owners are"
        : "invite or remove people, or change the team’s settings";
  if (!isYou)
    return (
      <p>
        <bdi>{name}</bdi> stays in the team, and can no longer {loss}.
      </p>
    );
  return (
    <p>
      You stay in the team, and can no longer {loss}. You cannot undo this yourself: only{" "}
      {member.role === "owner" ? "an owner" : "an owner or admin"} can.
    </p>
  );
}

type RemoveMemberProps = { readonly member: Member; readonly onClose: () => void };

function RemoveMember({ member, onClose }: RemoveMemberProps) {
  const team = useTeam();
  const { id, name } = member;
  return (
    <DeleteDialog
      about={id}
      backTo={[removeId(id), "members"]}
      given={{ team: team.id, id }}
      needsPassword={member.role === "owner"}
      onClose={onClose}
      route="DELETE /api/teams/:team/members/:id"
      said={`${name} is removed from ${team.name}.`}
      submit={`Remove ${name}`}
      title={`Remove ${name} from ${team.name}?`}
    >
      <MembershipEnds member={member} />
    </DeleteDialog>
  );
}

export function MembershipEnds({ member }: { readonly member: Member }) {
  const team = useTeam();
  const { keys, apps } = useHeldBy(member);
  const who = member.isYou ? "You" : <bdi>{member.name}</bdi>;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <h3 className="font-semibold">Ends at once</h3>
        <ul className={LIST}>
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
        </ul>
      </div>
      <div className="grid gap-1">
        <h3 className="font-semibold">Stays</h3>
        <ul className={LIST}>
          <li>Tracked time, with running timers, and all other records.</li>
          <li>All past actions in Activity.</li>
        </ul>
      </div>
    </div>
  );
}

const LIST = "list-disc ps-5 marker:text-ink3";

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
