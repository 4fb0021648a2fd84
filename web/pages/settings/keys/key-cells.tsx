import { Status } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { useMe, useNow } from "../../../queries.ts";
import { Reach } from "../reach.tsx";
import { endOf, endsSoon, idleDays, shortKey } from "./key-words.ts";
import { type Key, presetLabel } from "./key.ts";

type OfKey = { readonly of: Key };
type WithSuccessor = OfKey & { readonly successor: Key | undefined };

const LINES = "grid justify-items-start gap-0.5";

export function Name({ of: key }: OfKey) {
  return (
    <span className={`${LINES} min-w-36 wrap-anywhere`}>
      <bdi className="font-medium">{key.name}</bdi>
      <code className="font-mono text-small font-normal text-ink2">{shortKey(key)}</code>
    </span>
  );
}

export function Access({ of: { preset, scopes, opens, state } }: OfKey) {
  return (
    <span className={`${LINES} @min-[46rem]:min-w-36`}>
      {preset === "restricted" ? <Restricted scopes={scopes} /> : presetLabel(preset)}
      {state === "active" ? (
        <span className="text-ink2">
          <Reach opens={opens} />
        </span>
      ) : null}
    </span>
  );
}

function Restricted({ scopes }: { readonly scopes: readonly string[] }) {
  return (
    <details>
      <summary className="cursor-pointer max-sm:-my-3 max-sm:py-3">
        {presetLabel("restricted")}, {scopes.length} {scopes.length === 1 ? "scope" : "scopes"}
      </summary>
      <ul className="font-mono text-small">
        {scopes.map((scope) => (
          <li key={scope}>{scope}</li>
        ))}
      </ul>
    </details>
  );
}

export function CreatedBy({ of: { holder } }: OfKey) {
  return holder.isYou ? "You" : <bdi>{holder.name}</bdi>;
}

export function LastUse({ of: key }: OfKey) {
  const now = useNow();
  const idle = key.state === "active" ? idleDays(key, now) : null;
  return (
    <span className={`${LINES} min-w-28`}>
      {key.lastUsedAt !== null ? (
        <When at={key.lastUsedAt} />
      ) : idle === null ? (
        "Never used"
      ) : (
        <span>Made {idle} days ago, never used</span>
      )}
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

export function Expiry({ of: { expiresAt }, successor }: WithSuccessor) {
  const now = useNow();
  if (expiresAt === null) return "No expiry";
  const end = <When at={expiresAt} />;
  return (
    <span className={LINES}>
      {endsSoon(expiresAt, now) ? <Status tone="warn">Ends {end}</Status> : end}
      <ReplacedBy successor={successor} />
    </span>
  );
}

export function Ended({ of: key, successor }: WithSuccessor) {
  const { timeZone } = useMe().user;
  const now = useNow();
  return (
    <span className={LINES}>
      {endOf(key, { now, timeZone })}
      <ReplacedBy successor={successor} />
    </span>
  );
}

function ReplacedBy({ successor }: Pick<WithSuccessor, "successor">) {
  if (successor === undefined) return null;
  return (
    <span className="text-ink2">
      Replaced by{" "}
      <code className="font-mono text-small whitespace-nowrap">{shortKey(successor)}</code>
    </span>
  );
}
