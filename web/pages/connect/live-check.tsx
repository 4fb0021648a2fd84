import { Link } from "@tanstack/react-router";
import { Clock } from "lucide-react";
import { useState } from "react";
import { accessWords, type Opens } from "../../access.ts";
import { Shape } from "../../components/shapes.tsx";
import { When } from "../../components/when.tsx";
import { clockTime } from "../../dates.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

const EVERY_MS = 2000;

/** Announces an assistant's next call, once. It polls only while the page is visible. */
export function LiveCheck() {
  const { user } = useMe();
  const now = useNow();
  const [openedAt] = useState(now);
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/connections", {}, { everyMs: EVERY_MS });
  const latest = query.data?.latest ?? null;
  const [told, setTold] = useState<Call | null>(null);
  const isNew = latest !== null && latest.at > openedAt;
  if (isNew && !isSame(told, latest)) setTold(latest);
  return (
    <div className="grid gap-1 rounded-control bg-sunken p-3">
      <output className="flex gap-2">
        <span className="pt-0.5">
          {told === null ? (
            <Clock aria-hidden className="text-ink2" size={16} strokeWidth={1.5} />
          ) : (
            <Shape tone="good" />
          )}
        </span>
        <span className="font-medium">
          {told === null ? (
            "Waiting for a call…"
          ) : (
            <Connected call={told} timeZone={user.timeZone} />
          )}
        </span>
      </output>
      <p className="ps-6 text-ink2">
        <Before hasNew={isNew} isLost={query.isError} latest={latest} />
      </p>
    </div>
  );
}

type Call = {
  readonly at: string;
  readonly name: string;
  readonly via: "key" | "app";
  readonly viaName: string;
  readonly opens: Opens;
};

/** Further calls with the same credential are not announced. */
function isSame(told: Call | null, call: Call): boolean {
  return (
    told !== null &&
    told.name === call.name &&
    told.via === call.via &&
    told.viaName === call.viaName &&
    accessWords(told.opens) === accessWords(call.opens)
  );
}

function Connected({ call, timeZone }: { readonly call: Call; readonly timeZone: string }) {
  return (
    <>
      Connected at {clockTime(call.at, timeZone)}: <Caller call={call} />. It{" "}
      {accessWords(call.opens)}.
    </>
  );
}

function Caller({ call: { name, via, viaName } }: { readonly call: Call }) {
  const through = (
    <>
      the {via} <bdi>{viaName}</bdi>
    </>
  );
  if (name === viaName) return through;
  return (
    <>
      <bdi>{name}</bdi>, through {through}
    </>
  );
}

type BeforeProps = {
  readonly latest: Call | null;
  readonly hasNew: boolean;
  readonly isLost: boolean;
};

function Before({ latest, hasNew, isLost }: BeforeProps) {
  if (isLost) return "The server does not answer. This page keeps trying.";
  if (hasNew)
    return (
      <>
        You are done here.{" "}
        <Link className="underline" to="/activity">
          Activity
        </Link>{" "}
        shows its changes.
      </>
    );
  if (latest === null) return "No calls yet. This page updates by itself.";
  return (
    <>
      This page updates by itself. The last call was <When at={latest.at} />:{" "}
      <Caller call={latest} />.
    </>
  );
}
