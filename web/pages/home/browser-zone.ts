import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { BROWSER_ZONE } from "../../../src/shared/pages.ts";
import { api } from "../../api.ts";
import { say, toastRefusal } from "../../components/toast.tsx";
import { zoneWords } from "../../dates.ts";
import { useRefetch } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

/** After the set-up: gives the person and the team the time zone of the browser, and tells it. */
export function useBrowserZone(): void {
  const team = useTeam();
  const navigate = useNavigate();
  const refetch = useRefetch("all");
  const { zone } = useSearch({ strict: false });
  const isAsked = zone === BROWSER_ZONE.search.zone;
  const set = useEffectEvent(async () => {
    await navigate({ to: "/", search: {}, replace: true });
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const set = await toastRefusal(async () => {
      await api("PATCH /api/me", { timeZone });
      return api("PATCH /api/teams/:team", { team: team.id, timeZone });
    });
    if (set === null) return;
    await refetch();
    say(`Days begin and end by ${zoneWords(timeZone)}. Settings change it.`);
  });
  useEffect(() => {
    if (isAsked) void set();
  }, [isAsked]);
}
