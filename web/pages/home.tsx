import { Page } from "../components/page.tsx";
import { useMe, useNow } from "../queries.ts";
import { useTeam } from "../team.tsx";
import { EndingKeys } from "./home/ending-keys.tsx";
import { dayAt, greetingAt } from "./home/greeting.ts";
import { LatestActivity } from "./home/latest-activity.tsx";
import { RecentCalls } from "./home/recent-calls.tsx";
import { SetUp } from "./home/set-up.tsx";

export function Home() {
  const { user } = useMe();
  const team = useTeam();
  const now = useNow();
  return (
    <Page
      heading={
        <>
          {greetingAt(now, user.timeZone)}, <bdi>{user.name}</bdi>
        </>
      }
      lead={
        <>
          {dayAt(now, user.timeZone)} · <bdi>{team.name}</bdi>
        </>
      }
      title="Home"
    >
      <SetUp />
      <EndingKeys />
      <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <LatestActivity />
        <RecentCalls />
      </div>
    </Page>
  );
}
