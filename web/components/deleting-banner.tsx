import { Link } from "@tanstack/react-router";
import { exactly } from "../dates.ts";
import { useMe } from "../queries.ts";
import { useDeleting } from "./reach.tsx";
import { Shape } from "./shapes.tsx";

export function DeletingBanner() {
  const { isOn, until } = useDeleting();
  const { user } = useMe();
  if (!isOn) return null;
  const end = until === null ? "it is turned off" : exactly(until, user.timeZone);
  return (
    <aside
      aria-label="Tools that delete"
      className="flex items-start gap-2 bg-warn-soft px-4 py-2 forced-colors:border-b md:px-8"
    >
      <span className="pt-0.5">
        <Shape tone="warn" />
      </span>
      <span>
        Keys and apps with All can delete until {end}.{" "}
        <Link className="inline-block font-medium underline" to="/settings/ai">
          Change it
        </Link>
      </span>
    </aside>
  );
}
