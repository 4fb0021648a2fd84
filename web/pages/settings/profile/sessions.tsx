import type { Output } from "../../../api.ts";
import { Answer, RefusalNote } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Item, Items, Section } from "../../../components/page.tsx";
import { Status } from "../../../components/status.tsx";
import { say } from "../../../components/toast.tsx";
import { When } from "../../../components/when.tsx";
import { exactTime } from "../../../dates.ts";
import { useMe, useOwn, useWrite } from "../../../queries.ts";
import { signOut } from "../../../sign-out.ts";

type Session = Output<"GET /api/me/sessions">["sessions"][number];

export function SessionsSection() {
  const query = useOwn("GET /api/me/sessions", {});
  return (
    <Section
      hint="Browsers in which you are signed in. A session ends after 12 hours without use, and after 30 days at most."
      id="sessions"
      title="Sessions"
    >
      <Answer query={query} what="your sessions">
        {({ sessions }) => <Sessions sessions={sessions} />}
      </Answer>
    </Section>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly Session[] }) {
  const end = useWrite("DELETE /api/me/sessions/:id");
  const endOthers = useWrite("DELETE /api/me/sessions");
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const afterEnding = (words: string) => {
    document.getElementById("sessions")?.focus();
    say(words);
  };
  const endOne = ({ id, device, isCurrent }: Session) => {
    if (isCurrent) void signOut();
    else end.mutate({ id }, { onSuccess: () => afterEnding(`${device} is signed out.`) });
  };
  return (
    <>
      <Items label="Your sessions">
        {sessions.map((session) => (
          <SessionItem key={session.id} onEnd={() => endOne(session)} session={session} />
        ))}
      </Items>
      <RefusalNote error={end.error ?? endOthers.error} />
      {others.length === 0 ? null : (
        <div>
          <Button
            isBusy={endOthers.isPending}
            kind="danger"
            onClick={() =>
              endOthers.mutate(
                {},
                {
                  onSuccess: ({ ended }) => afterEnding(`Signed out in ${placesOf(ended)}.`),
                },
              )
            }
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
    </>
  );
}

function placesOf(ended: number): string {
  return ended === 1 ? "one other place" : `${ended} other places`;
}

type SessionItemProps = { readonly session: Session; readonly onEnd: () => void };

function SessionItem({ session, onEnd }: SessionItemProps) {
  const { device, isCurrent, lastSeenAt, signedInAt } = session;
  const { timeZone } = useMe().user;
  return (
    <Item
      isOneLine
      actions={
        <Button onClick={onEnd}>
          Sign out
          <span className="sr-only">{isCurrent ? " here" : ` ${device}`}</span>
        </Button>
      }
    >
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <bdi>{device}</bdi>
        {isCurrent ? <Status tone="good">This device</Status> : null}
      </p>
      <p className="text-ink2">
        {isCurrent ? (
          "Active now"
        ) : (
          <>
            Last seen <When at={lastSeenAt} />
          </>
        )}
        , signed in on{" "}
        <time className="whitespace-nowrap" dateTime={signedInAt}>
          {exactTime(signedInAt, timeZone)}
        </time>
      </p>
    </Item>
  );
}
