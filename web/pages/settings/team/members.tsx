import type { Output } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Items, Section } from "../../../components/page.tsx";
import { type Open, useOpen } from "../../../open.ts";
import { type Team, useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { MemberItem } from "./member-item.tsx";
import { RemoveMemberDialog } from "./remove-member.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import { ROLES } from "./roles.ts";

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
            <Members members={members} />
            <Meanings />
          </>
        )}
      </Answer>
    </Section>
  );
}

export function useMembers(team: Team) {
  return useOfTeam(team, "GET /api/teams/:team/members", {});
}

/** The roles, each with what it may do. */
function Meanings() {
  return (
    <ul aria-label="Roles" className="grid max-w-measure gap-1 text-small text-ink2">
      {ROLES.map(({ label, means }) => (
        <li key={label}>
          <span className="font-medium text-ink">{label}:</span> {means}
        </li>
      ))}
    </ul>
  );
}

const RIGHTS: Readonly<Record<Team["role"], string | null>> = {
  owner: null,
  admin: "You can change members and admins; only owners can change owners.",
  member: "Only owners and admins can change roles and remove people.",
};

function Members({ members }: { readonly members: readonly Member[] }) {
  const dialog = useOpen();
  return (
    <>
      <Items label="Members">
        {members.map((member) => (
          <MemberItem key={member.id} member={member} show={dialog.show} />
        ))}
      </Items>
      <MemberDialog dialog={dialog} members={members} />
    </>
  );
}

type MemberDialogProps = { readonly dialog: Open; readonly members: readonly Member[] };

/** Confirms a removal, or a change of role that cannot simply be undone. */
function MemberDialog({ dialog, members }: MemberDialogProps) {
  const { open, about, hide } = dialog;
  const member = members.find(({ id }) => id === about);
  if (member === undefined) return null;
  if (open === "remove") return <RemoveMemberDialog member={member} onClose={hide} />;
  const words = ROLES.find(({ role }) => open === `make-${role}`);
  return words === undefined ? null : (
    <RoleDialog member={member} onClose={hide} role={words.role} />
  );
}
