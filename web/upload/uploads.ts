import { useEffect, useSyncExternalStore } from "react";
import { fileSize } from "../numbers.ts";
import { useOfTeam } from "../queries.ts";
import { useTeam } from "../team.tsx";
import { beginUploads } from "./begun.ts";
import { pauseSending, sendFile } from "./send-file.ts";
import { isOnItsWay, type QueuedFile, UploadQueue, type UploadTarget } from "./upload-queue.ts";

/** Queues by team: files go on being sent while pages come and go. */
const queues = new Map<string, UploadQueue>();

export function queueOf(team: string): UploadQueue {
  const known = queues.get(team);
  if (known !== undefined) return known;
  const queue = new UploadQueue({
    send: async (file, target, progress) => sendFile({ team, file, target, ...progress }),
    pause: pauseSending,
  });
  queues.set(team, queue);
  queue.subscribe(guardTab);
  return queue;
}

/** The browser asks before the tab is closed on files that are on their way. */
function guardTab(): void {
  const isBusy = [...queues.values()].some((queue) =>
    queue.read().some(({ state }) => isOnItsWay(state)),
  );
  // The same listener is added once.
  if (isBusy) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export type Uploads = ReturnType<typeof useUploads>;

/**
 * Files for one place: `useUploads({ to: "inbox" })`. Buttons, areas and lists take it. Receipts are
 * documents too: the list of the documents has both.
 */
export function useUploads(target: UploadTarget) {
  const team = useTeam();
  const queue = queueOf(team.id);
  const all = useSyncExternalStore(queue.subscribe, queue.read);
  const largest = useOfTeam(team, "GET /api/teams/:team/documents/counts", {}).data?.file_limit;
  const isMeant = (file: QueuedFile) => isListedBy(target, file.target);
  return {
    target,
    files: all.filter(isMeant),
    add: (files: readonly File[]) => {
      beginUploads();
      queue.add(files.map(named), target, ({ size }) => tooLargeWords(size, largest));
    },
    cancel: (key: number) => queue.cancel(key),
    retry: (key: number) => queue.retry(key),
    clear: () => queue.clear(isMeant),
  } as const;
}

export function isListedBy(list: UploadTarget, file: UploadTarget): boolean {
  if (list.to === "documents") return file.to !== "transaction";
  if (list.to !== file.to) return false;
  return !("id" in list && "id" in file) || list.id === file.id;
}

function tooLargeWords(size: number, largest: number | undefined): string | null {
  if (largest === undefined || size <= largest) return null;
  return `It has ${fileSize(size)}; at most ${fileSize(largest)} can be sent.`;
}

/** Names that phones and pasteboards give to every picture. */
const NAMELESS = /^(image|blob|photo)\.(\w+)$/i;

/** Names a picture from the camera or the pasteboard by its time, as others of the day have the same name. */
function named(file: File): File {
  const [, , ending] = NAMELESS.exec(file.name) ?? [];
  if (ending === undefined) return file;
  const { lastModified, type } = file;
  const at = new Date(lastModified);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(".");
  return new File([file], `Picture ${day} ${time}.${ending}`, { type, lastModified });
}

/** Lists on the page. What they show needs no place of its own beside the navigation. */
const lists = new Map<symbol, UploadTarget>();
const listeners = new Set<() => void>();
const shown: { lists: readonly UploadTarget[] } = { lists: [] };

function tellLists(): void {
  shown.lists = [...lists.values()];
  for (const listener of listeners) listener();
}

/** Tells that the page shows the files of a place. */
export function useListing({ to, ...rest }: UploadTarget): void {
  const id = "id" in rest ? rest.id : null;
  useEffect(() => {
    const list = Symbol(to);
    if (to !== "transaction") lists.set(list, { to });
    else if (id !== null) lists.set(list, { to, id });
    tellLists();
    return () => {
      lists.delete(list);
      tellLists();
    };
  }, [to, id]);
}

export function useListings(): readonly UploadTarget[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown.lists,
  );
}
