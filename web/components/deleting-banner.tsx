import { Link } from "@tanstack/react-router";
import { exactTime } from "../dates.ts";
import { useMe } from "../queries.ts";
import { Shape } from "./shapes.tsx";

/** @param until when the switch turns itself off; null without an end */
export function DeletingBanner({ until }: { readonly until: string | null }) {
  const { user } = useMe();
  const end = until === null ? "it is turned off" : exactTime(until, user.timeZone);
  return (
    <aside
      aria-label="Tools that delete"
      className="flex items-start gap-2 bg-warn-soft px-4 py-2 forced-colors:border-b md:px-8"
    >
      <span className="pt-0.5">
        <Shape tone="warn" />
      </span>
      <span>
        Every key or app with full access can delete until {end}.{" "}
        <Link className="inline-block font-medium underline" to="/settings/ai">
          Change it
        </Link>
      </span>
    </aside>
  );
}
