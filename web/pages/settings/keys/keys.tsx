import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { shortKey } from "../../../access.ts";
import { Answer, Empty } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { DeleteDialog } from "../../../components/delete-dialog.tsx";
import { ActionsMenu, MenuItem, MenuLink, MenuRule } from "../../../components/menu.tsx";
import { Section } from "../../../components/page.tsx";
import { Reach } from "../../../components/reach.tsx";
import { Status } from "../../../components/status.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { When } from "../../../components/when.tsx";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useMe, useNow, useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { actionsId, keyEnd, endsSoon, idleDays, type Key, MAKE_KEY, presetLabel } from "./key.ts";
import { NewKeyDialog, RotateKeyDialog } from "./new-key.tsx";

export function Keys() {
  const team = useTeam();
  const query = useOfTeam(team, "GET /api/teams/:team/keys", {});
  const keys = query.data?.keys ?? [];
  const { open, about } = useOpen();
  const key = keys.find(({ id }) => id === about);
  return (
    <Section
      actions={query.data?.keys.length === 0 ? undefined : <MakeKey />}
      hint={leads(team) ? EVERYBODYS : OWN}
      id="keys"
      title="API keys"
    >
      <Answer query={query} what="the API keys">
        {({ keys }) => (keys.length === 0 ? <NoKeys /> : <KeyLists keys={keys} />)}
      </Answer>
      {open === "new-key" ? <NewKeyDialog /> : null}
      {open === "rotate" && key !== undefined ? <RotateKeyDialog of={key} /> : null}
      {open === "revoke" && key !== undefined ? <RevokeKeyDialog keys={keys} of={key} /> : null}
    </Section>
  );
}

const EVERYBODYS = "All keys of the team. You can revoke any, and rotate your own.";
const OWN = "Your own keys. Owners and admins of the team see them too, and can revoke them.";

function MakeKey() {
  const { show } = useOpen();
  return (
    <Button id={MAKE_KEY} kind="primary" onClick={() => show("new-key")}>
      Make an API key
    </Button>
  );
}

function NoKeys() {
  return (
    <Empty action={<MakeKey />} title="No API keys yet">
      <p>
        A key lets a program work in this team as you: a script, or an assistant that cannot sign
        in. Most assistants need none: they send you here to allow them.{" "}
        <Link className="inline-block underline" to="/connect">
          Connect an assistant
        </Link>
      </p>
    </Empty>
  );
}

type KeysProps = { readonly keys: readonly Key[] };

/** Keys in force, and folded below them the revoked and expired ones, which past actions still name. */
function KeyLists({ keys }: KeysProps) {
  const isShown = useSearch({ strict: false })["ended"] === "shown";
  const navigate = useNavigate();
  const toggle = () =>
    void navigate({
      to: ".",
      search: isShown ? {} : { ended: "shown" },
      replace: true,
      resetScroll: false,
    });
  const rows = keys.map((key) => ({
    ...key,
    successor: keys.find(({ id }) => id === key.replacedBy),
  }));
  const active = rows.filter(({ state }) => state === "active");
  const ended = rows.filter(({ state }) => state !== "active");
  return (
    <>
      {active.length === 0 ? (
        <p className="text-ink2">No key works now.</p>
      ) : (
        <KeyTable caption="API keys" end={EXPIRES} rows={active} />
      )}
      {ended.length === 0 ? null : (
        <>
          <div>
            <Button aria-expanded={isShown} onClick={toggle}>
              {isShown ? "Hide" : "Show"} {counted(ended.length, "ended key")}
            </Button>
          </div>
          {isShown ? <KeyTable caption="Ended API keys" end={ENDED} rows={ended} /> : null}
        </>
      )}
    </>
  );
}

/** A key, and its successor if it was rotated. */
type KeyRow = Key & { readonly successor: Key | undefined };

type KeyTableProps = {
  readonly caption: string;
  readonly end: Column<KeyRow>;
  readonly rows: readonly KeyRow[];
};

function KeyTable({ caption, end, rows }: KeyTableProps) {
  const createdBy = leads(useTeam()) ? [CREATED_BY] : [];
  return (
    <Table
      actions={(key) => <KeyMenu of={key} />}
      caption={caption}
      columns={[NAME, ACCESS, ...createdBy, LAST_USED, end]}
      isQuiet={({ state }) => state !== "active"}
      keyOf={({ id }) => id}
      rows={rows}
    />
  );
}

/** Only its holder can rotate a key, since they receive the new one. */
function KeyMenu({ of: key }: { readonly of: Key }) {
  const { show } = useOpen();
  const isActive = key.state === "active";
  return (
    <ActionsMenu
      id={actionsId(key.id)}
      label={`Actions for ${key.name}, ${shortKey(key)}`}
      size={20}
    >
      <MenuLink search={{ credential: `key:${key.id}` }} to="/activity">
        See its activity
      </MenuLink>
      <MenuLink search={{ credential: `key:${key.id}` }} to="/calls">
        See its calls
      </MenuLink>
      {isActive ? <MenuRule /> : null}
      {isActive && key.holder.isYou && key.replacedBy === null ? (
        <MenuItem onPress={() => show("rotate", key.id)}>Rotate…</MenuItem>
      ) : null}
      {isActive ? (
        <MenuItem onPress={() => show("revoke", key.id)} tone="bad">
          Revoke…
        </MenuItem>
      ) : null}
    </ActionsMenu>
  );
}

const LINES = "grid justify-items-start gap-0.5";

const NAME: Column<KeyRow> = {
  title: "Name",
  cell: (key) => (
    <span className={`${LINES} min-w-36 wrap-anywhere`}>
      <bdi className="font-medium">{key.name}</bdi>
      <code className="font-mono text-small font-normal text-ink2">{shortKey(key)}</code>
    </span>
  ),
  narrow: "first",
  isHeader: true,
  width: "w-3/12",
};

const ACCESS: Column<KeyRow> = {
  title: "Access",
  cell: ({ preset, scopes, opens, state }) => (
    <span className={`${LINES} @min-[46rem]:min-w-36`}>
      {preset === "restricted" ? <Restricted scopes={scopes} /> : presetLabel(preset)}
      {state === "active" ? (
        <span className="text-ink2">
          <Reach opens={opens} />
        </span>
      ) : null}
    </span>
  ),
  width: "w-2/12",
};

function Restricted({ scopes }: Pick<Key, "scopes">) {
  return (
    <details>
      <summary className="cursor-pointer max-sm:-my-3 max-sm:py-3">
        {presetLabel("restricted")}, {counted(scopes.length, "scope")}
      </summary>
      <ul className="font-mono text-small">
        {scopes.map((scope) => (
          <li key={scope}>{scope}</li>
        ))}
      </ul>
    </details>
  );
}

const CREATED_BY: Column<KeyRow> = {
  title: "Created by",
  cell: ({ holder }) => (holder.isYou ? "You" : <bdi>{holder.name}</bdi>),
  width: "w-2/12",
};

const LAST_USED: Column<KeyRow> = {
  title: "Last used",
  cell: (key) => <LastUse of={key} />,
  width: "w-2/12",
};

function LastUse({ of: key }: { readonly of: Key }) {
  const now = useNow();
  const idle = key.state === "active" ? idleDays(key, now) : null;
  const never = idle === null ? "Never used" : <span>Made {idle} days ago, never used</span>;
  return (
    <span className={`${LINES} min-w-28`}>
      {key.lastUsedAt === null ? never : <When at={key.lastUsedAt} />}
      {key.lastUsedBy === null ? null : (
        <span className="text-ink2">
          by <bdi>{key.lastUsedBy}</bdi>
        </span>
      )}
      {idle === null || key.lastUsedAt === null ? null : (
        <Status tone="quiet">Idle for {idle} days</Status>
      )}
    </span>
  );
}

const EXPIRES: Column<KeyRow> = { title: "Expires", cell: (key) => <Expiry of={key} /> };

function Expiry({ of: { expiresAt, successor } }: { readonly of: KeyRow }) {
  const now = useNow();
  if (expiresAt === null) return "No expiry";
  const end = <When at={expiresAt} />;
  return (
    <WithSuccessor successor={successor}>
      {endsSoon(expiresAt, now) ? <Status tone="warn">Ends {end}</Status> : end}
    </WithSuccessor>
  );
}

const ENDED: Column<KeyRow> = { title: "Ended", cell: (key) => <Ended of={key} /> };

function Ended({ of: key }: { readonly of: KeyRow }) {
  const { timeZone } = useMe().user;
  const now = useNow();
  return <WithSuccessor successor={key.successor}>{keyEnd(key, { now, timeZone })}</WithSuccessor>;
}

type WithSuccessorProps = Pick<KeyRow, "successor"> & { readonly children: ReactNode };

function WithSuccessor({ successor, children }: WithSuccessorProps) {
  return (
    <span className={LINES}>
      {children}
      {successor === undefined ? null : (
        <span className="text-ink2">
          Replaced by{" "}
          <code className="font-mono text-small whitespace-nowrap">{shortKey(successor)}</code>
        </span>
      )}
    </span>
  );
}

/** Revokes with one press: after a leak there is no time to type. */
function RevokeKeyDialog({ of: key, keys }: KeysProps & { readonly of: Key }) {
  const { hide } = useOpen();
  const active = keys.filter(({ id, state }) => id === key.id || state === "active");
  const at = active.findIndex(({ id }) => id === key.id);
  const next = active[at + 1] ?? active[at - 1];
  return (
    <DeleteDialog
      backTo={[actionsId(key.id), next && actionsId(next.id), MAKE_KEY]}
      description={
        <>
          <bdi className="font-medium">{key.name}</bdi>,{" "}
          <code className="font-mono">{shortKey(key)}</code>
        </>
      }
      given={{ team: useTeam().id, id: key.id }}
      onClose={hide}
      route="DELETE /api/teams/:team/keys/:id"
      said={`${key.name} is revoked.`}
      submit="Revoke the key"
      title="Revoke the key"
    >
      <div className="grid gap-2">
        <p>
          {key.lastUsedAt === null ? (
            "It was never used, so no known program is affected."
          ) : (
            <>
              Last used <When at={key.lastUsedAt} />.{" "}
              {key.lastUsedBy === null ? "The program that uses it" : <bdi>{key.lastUsedBy}</bdi>}{" "}
              is refused from its next call, until it gets another key.
            </>
          )}
        </p>
        <p className="text-ink2">This cannot be undone. Its history stays in Activity.</p>
      </div>
    </DeleteDialog>
  );
}
