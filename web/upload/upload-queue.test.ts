import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Refused } from "../api.ts";
import {
  endedWords,
  SendLater,
  type SentFile,
  UploadQueue,
  type UploadState,
} from "./upload-queue.ts";

const DOCUMENTS = { to: "documents" } as const;

/** A server whose answers the test gives, and a clock that it moves. */
class Desk {
  readonly begun: string[] = [];
  readonly #answers = new Map<string, PromiseWithResolvers<SentFile>>();
  readonly #shares = new Map<string, (share: number) => void>();
  #pauses: PromiseWithResolvers<null>[] = [];
  readonly pausedMs: number[] = [];
  readonly queue = new UploadQueue({
    send: (file, _target, { signal, onShare }) => {
      this.begun.push(file.name);
      const answer = Promise.withResolvers<SentFile>();
      this.#answers.set(file.name, answer);
      this.#shares.set(file.name, onShare);
      signal.addEventListener("abort", () => answer.reject(new SendLater("aborted", 1)));
      return answer.promise;
    },
    pause: (milliseconds, signal) => {
      this.pausedMs.push(milliseconds);
      const pause = Promise.withResolvers<null>();
      this.#pauses.push(pause);
      signal.addEventListener("abort", () => pause.resolve(null));
      return pause.promise;
    },
  });

  add(...names: readonly string[]): void {
    this.queue.add(names.map(fileNamed), DOCUMENTS);
  }

  async take(name: string, given: Partial<SentFile> = {}): Promise<void> {
    this.#answers.get(name)?.resolve({
      document: { id: name, name },
      item_id: null,
      attachment_id: null,
      duplicate: false,
      revived: false,
      event: `event of ${name}`,
      ...given,
    });
    await setImmediate();
  }

  async refuse(name: string, error: Error): Promise<void> {
    this.#answers.get(name)?.reject(error);
    await setImmediate();
  }

  async wait(): Promise<void> {
    for (const pause of this.#pauses) pause.resolve(null);
    this.#pauses = [];
    await setImmediate();
  }

  share(name: string, share: number): void {
    this.#shares.get(name)?.(share);
  }

  keyOf(name: string): number {
    return this.queue.read().find(({ file }) => file.name === name)?.key ?? -1;
  }

  stateOf(name: string): UploadState | undefined {
    return this.queue.read().find(({ file }) => file.name === name)?.state;
  }

  get kinds(): readonly string[] {
    return this.queue.read().map(({ state }) => state.kind);
  }
}

function fileNamed(name: string): File {
  return new File(["some bytes"], name);
}

function refusal(code: string): Refused {
  return new Refused({
    type: "about:blank",
    status: 415,
    code,
    title: "This is a program.",
    detail: "Send a PDF.",
    errors: [],
  });
}

describe("files that are sent", () => {
  test("go two at a time, in the order in which they were chosen", async () => {
    const desk = new Desk();
    desk.add("a", "b", "c", "d");
    assert.deepEqual(desk.begun, ["a", "b"]);
    assert.deepEqual(desk.kinds, ["sending", "sending", "waiting", "waiting"]);
    await desk.take("b");
    assert.deepEqual(desk.begun, ["a", "b", "c"]);
    desk.add("e");
    await desk.take("a");
    await desk.take("c");
    assert.deepEqual(desk.begun, ["a", "b", "c", "d", "e"]);
    await desk.take("d");
    await desk.take("e");
    assert.deepEqual(desk.kinds, ["sent", "sent", "sent", "sent", "sent"]);
    desk.add("f", "g", "h");
    assert.deepEqual(desk.begun.slice(5), ["f", "g"], "after a rest there are two again");
  });

  test("tell how much of them has left", () => {
    const desk = new Desk();
    const seen: unknown[] = [];
    desk.add("a");
    const stop = desk.queue.subscribe(() => seen.push(desk.stateOf("a")));
    desk.share("a", 0.45);
    stop();
    desk.share("a", 0.9);
    assert.deepEqual(seen, [{ kind: "sending", share: 0.45 }]);
    assert.deepEqual(desk.stateOf("a"), { kind: "sending", share: 0.9 });
  });

  test("wait as long as a busy server says, and are never shown as failed", async () => {
    const desk = new Desk();
    desk.add("a", "b", "c");
    await desk.refuse("a", new SendLater("The server is busy.", 7000));
    assert.deepEqual(desk.stateOf("a"), { kind: "waiting", why: "The server is busy." });
    assert.deepEqual(desk.pausedMs, [7000]);
    assert.deepEqual(desk.begun, ["a", "b"], "the waiting file keeps its place");
    await desk.take("b");
    assert.deepEqual(desk.begun, ["a", "b", "c"]);
    await desk.wait();
    assert.deepEqual(desk.begun, ["a", "b", "c", "a"]);
    await desk.take("a");
    assert.equal(desk.stateOf("a")?.kind, "sent");
  });

  test("keep the server's words when they are refused, and the others go on", async () => {
    const desk = new Desk();
    desk.add("a", "b", "c");
    await desk.refuse("a", refusal("type_not_taken"));
    assert.deepEqual(desk.stateOf("a"), {
      kind: "refused",
      why: "This is a program. Send a PDF.",
      isFinal: true,
    });
    assert.deepEqual(desk.begun, ["a", "b", "c"]);
    await desk.refuse("b", refusal("quota_exceeded"));
    assert.partialDeepStrictEqual(desk.stateOf("b"), { kind: "refused", isFinal: false });
    desk.queue.retry(desk.keyOf("b"));
    assert.equal(desk.stateOf("b")?.kind, "sending");
    await desk.take("b");
    assert.equal(desk.stateOf("b")?.kind, "sent");
  });

  test("are not sent when they are cancelled: waiting, on their way, or while the server is busy", async () => {
    const desk = new Desk();
    desk.add("a", "b", "c");
    desk.queue.cancel(desk.keyOf("c"));
    desk.queue.cancel(desk.keyOf("a"));
    desk.share("a", 0.5);
    await desk.refuse("b", new SendLater("The server is busy.", 1000));
    desk.queue.cancel(desk.keyOf("b"));
    await setImmediate();
    assert.deepEqual(desk.kinds, ["cancelled", "cancelled", "cancelled"]);
    assert.deepEqual(desk.begun, ["a", "b"]);
    desk.queue.cancel(desk.keyOf("b"));
    desk.queue.retry(desk.keyOf("c"));
    assert.deepEqual(desk.begun, ["a", "b", "c"]);
    await desk.take("c");
    assert.deepEqual(desk.kinds, ["cancelled", "cancelled", "sent"]);
    desk.queue.cancel(desk.keyOf("c"));
    assert.equal(desk.stateOf("c")?.kind, "sent", "what is stored is not cancelled");
  });

  test("are refused before they are sent where the page knows the reason", () => {
    const desk = new Desk();
    const why = "It has 30 MB; at most 25 MB can be sent.";
    desk.queue.add([fileNamed("large"), fileNamed("small")], DOCUMENTS, ({ name }) =>
      name === "large" ? why : null,
    );
    assert.deepEqual(desk.stateOf("large"), { kind: "refused", why, isFinal: true });
    assert.deepEqual(desk.begun, ["small"]);
  });

  test("leave the list when it is cleared, but for those on their way", async () => {
    const desk = new Desk();
    desk.add("a", "b");
    await desk.take("a");
    desk.queue.clear(() => true);
    assert.deepEqual(
      desk.queue.read().map(({ file }) => file.name),
      ["b"],
    );
  });
});

test("the end of several files is told in one sentence", async () => {
  const desk = new Desk();
  desk.add("a", "b", "c", "d", "e");
  await desk.take("a");
  await desk.take("b");
  await desk.take("c", { duplicate: true });
  await desk.refuse("d", refusal("type_not_taken"));
  desk.queue.cancel(desk.keyOf("e"));
  assert.equal(
    endedWords(desk.queue.read(), "stored"),
    "2 files stored, 1 was there already, 1 not taken, 1 cancelled",
  );
});
