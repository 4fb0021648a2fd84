import type { Output } from "../api.ts";
import { Answer } from "../components/answer.tsx";
import { ButtonLink } from "../components/button.tsx";
import { Page } from "../components/page.tsx";
import { Skeleton } from "../list/skeleton.tsx";
import { useMe, useNow, useOfTeam } from "../queries.ts";
import { useTeam } from "../team.tsx";
import { useIsTimerPending, useOwnTimer } from "../timer/own-timer.ts";
import { Attention } from "./home/attention.tsx";
import { useBrowserZone } from "./home/browser-zone.ts";
import { Figures } from "./home/figures.tsx";
import { dayAt, greetingAt } from "./home/greeting.ts";
import { LatestActivity, useLatestActivity } from "./home/latest-activity.tsx";
import { Money } from "./home/money.tsx";
import { RecentCalls } from "./home/recent-calls.tsx";
import { SetUp, useSetUpSteps } from "./home/set-up.tsx";

/** Figures change when somebody tracks time; the stream of changes tells of it earlier. */
const EVERY_MS = 60_000;

export function Home() {
  const { user } = useMe();
  const team = useTeam();
  const now = useNow();
  const timer = useOwnTimer();
  useBrowserZone();
  const overview = useOfTeam(team, "GET /api/teams/:team/overview", {}, { everyMs: EVERY_MS });
  const setUp = useSetUpSteps(overview.data);
  // All at once: nothing moves when another part arrives.
  const isTimerPending = useIsTimerPending();
  const isCounting = useOfTeam(team, "GET /api/teams/:team/review/counts", {}).isPending;
  const isLoading =
    useLatestActivity().isPending ||
    overview.isPending ||
    setUp.isPending ||
    isTimerPending ||
    isCounting;
  const canStart = !isLoading && overview.data?.hasTime === true && timer?.running === null;
  return (
    <Page
      actions={
        canStart ? (
          <ButtonLink kind="primary" search={{ new: "timer" }} to="/time">
            Start timer
          </ButtonLink>
        ) : undefined
      }
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
      {isLoading ? (
        <Skeleton what="the figures of the week" />
      ) : (
        <>
          {overview.data?.hasTime === true ? null : <SetUp steps={setUp.steps} />}
          <Answer query={overview} what="the figures of the week">
            {(overview) => <Overview overview={overview} />}
          </Answer>
          {overview.data?.hasTime === true ? <SetUp steps={setUp.steps} /> : null}
          <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <LatestActivity />
            <RecentCalls />
          </div>
        </>
      )}
    </Page>
  );
}

function Overview({ overview }: { readonly overview: Output<"GET /api/teams/:team/overview"> }) {
  return (
    <>
      <Attention list={overview.attention} uncategorized={overview.money?.uncategorized ?? 0} />
      <Figures overview={overview} />
      {overview.money === null ? null : <Money money={overview.money} />}
    </>
  );
}
