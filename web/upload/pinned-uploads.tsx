import { useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { say } from "../components/toast.tsx";
import { reloadRows } from "../list/changes.ts";
import { useTeam } from "../team.tsx";
import { throttle } from "../throttle.ts";
import { sayWithUndoOf } from "../undo.ts";
import { endedWords, isOnItsWay, type QueuedFile, type UploadTarget } from "./upload-queue.ts";
import { isListedBy, queueOf, useListings } from "./uploads.ts";

/** Lists whose rows come with files. */
const LISTS = [
  { route: "GET /api/teams/:team/documents" },
  { route: "GET /api/teams/:team/transactions" },
] as const;

/** Progress of files that the page does not list itself. It also tells how they ended, and reads again what they changed. */
export function PinnedUploads() {
  const queue = queueOf(useTeam().id);
  const files = useSyncExternalStore(queue.subscribe, queue.read);
  const listings = useListings();
  const isListed = ({ target }: QueuedFile) => listings.some((list) => isListedBy(list, target));
  const refresh = useRefresh();
  const sent = files.filter(({ state }) => state.kind === "sent").length;
  useEffect(() => {
    if (sent > 0) refresh();
  }, [sent, refresh]);
  useSaidEnd(files, isListed);
  const away = files.filter((file) => isOnItsWay(file.state) && !isListed(file));
  const [first] = away;
  if (first === undefined) return null;
  const share = away.reduce((sum, { state }) => sum + shareOf(state), 0) / away.length;
  return (
    <section aria-label="Files on their way" className="pinned-timer">
      <Link
        className="grid min-h-11 min-w-0 flex-1 content-center gap-1 text-ink no-underline hover:underline md:min-h-9"
        to={placeOf(first.target)}
      >
        <span className="truncate">
          {away.length === 1 ? <bdi>{first.file.name}</bdi> : `${away.length} files`}
        </span>
        <span className="block h-1.5">
          <progress
            aria-label={`Sending ${away.length === 1 ? first.file.name : `${away.length} files`}`}
            className="share-bar"
            max={1}
            value={share}
          />
        </span>
      </Link>
    </section>
  );
}

function shareOf(state: QueuedFile["state"]): number {
  return state.kind === "sending" ? state.share : 0;
}

function placeOf(target: UploadTarget): string {
  if (target.to === "transaction") return `/transactions/${target.id}`;
  return target.to === "inbox" ? "/receipts" : "/documents";
}

/** Reads again what files changed: soon, and seldom while many arrive. */
function useRefresh(): () => void {
  const queries = useQueryClient();
  return useMemo(
    () =>
      throttle(() => {
        void queries.invalidateQueries();
        for (const list of LISTS) void reloadRows(queries, list);
      }),
    [queries],
  );
}

/** Tells politely how the files ended, once none is on its way any more. */
function useSaidEnd(files: readonly QueuedFile[], isListed: (file: QueuedFile) => boolean): void {
  const team = useTeam().id;
  const { history } = useRouter();
  const refresh = useRefresh();
  /** Keys of files whose end was told. */
  const told = useRef(new Set<number>());
  const isBusy = files.some(({ state }) => isOnItsWay(state));
  useEffect(() => {
    for (const { key, state } of files) if (isOnItsWay(state)) told.current.delete(key);
    const ended = files.filter(({ key }) => !told.current.has(key));
    const [first] = ended;
    if (isBusy || first === undefined) return;
    for (const { key } of ended) told.current.add(key);
    const isRefused = ended.some(({ state }) => state.kind === "refused");
    const isAttached = first.target.to === "transaction";
    const words = `${endedWords(ended, isAttached ? "attached" : "stored")}.`;
    if (isRefused && !isListed(first)) {
      const onPress = () => history.push(placeOf(first.target));
      say(words, { tone: "warn", action: { label: "Show", onPress } });
      return;
    }
    const events = ended.flatMap(({ state }) => (state.kind === "sent" ? [state.sent.event] : []));
    if (isRefused || events.length === 0) say(words, { tone: isRefused ? "warn" : "quiet" });
    else sayWithUndoOf(words, { team, events, after: async () => refresh() });
  });
}
