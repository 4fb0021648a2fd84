import type { Problem } from "../../../../src/api/problem.ts";
import type { ImportEvent } from "../../../../src/domains/time-files/import-time.ts";
import type { TimeImportPreview } from "../../../../src/domains/time-files/preview-import.ts";
import { Refused, responseTo, send } from "../../../api.ts";

export type Options = Readonly<Record<string, string | readonly string[]>>;

export type Preview = TimeImportPreview;

export type TimeField = NonNullable<Preview["columns"][number]["field"]>;

export async function previewOf(
  team: string,
  file: File,
  options: Options,
  signal: AbortSignal,
): Promise<Preview> {
  return preview(await send(`${IMPORT}/preview`, { team, ...options }, file, signal));
}

/** Runs the import and tells each event of it, until it is aborted. @throws Refused */
export async function* importing(
  team: string,
  file: File,
  options: Options,
  signal: AbortSignal,
): AsyncGenerator<ImportEvent> {
  const { body } = await responseTo(IMPORT, { team, ...options }, file, signal);
  for await (const { name, data } of eventsIn(body)) {
    if (name === "problem") throw new Refused(problemIn(data));
    const event = eventIn(data);
    yield event;
    if (event.kind !== "progress") return;
  }
  throw new Refused(LOST);
}

/** Without the last event nobody knows how the import ended. */
const LOST: Problem = {
  type: "about:blank",
  status: 0,
  code: "unreachable",
  title: "The connection was lost during the import.",
  detail:
    "It may be done all the same. Below is the file as it would be imported now: time that is here already is left out.",
  errors: [],
};

const IMPORT = "POST /api/teams/:team/time/import";

/** Casts the body to its type: the server has checked it against the same schema. */
function preview(body: unknown): Preview {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return body as Preview;
}

type Told = { readonly name: string; readonly data: string };

/** Server-sent events of a response (HTML Standard, 9.2), as this server writes them. */
async function* eventsIn(body: Response["body"]): AsyncGenerator<Told> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = (await reader?.read().catch(() => null)) ?? ENDED;
    text += value ?? "";
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const [, name = ""] = /^event: (.*)$/m.exec(block) ?? [];
      const [, data] = /^data: (.*)$/m.exec(block) ?? [];
      if (data !== undefined) yield { name, data };
    }
    if (done) return;
  }
}

/** Ends a broken stream too. */
const ENDED = { value: undefined, done: true } as const;

/** Casts an event to its type: the server has checked it against the same schema. */
function eventIn(data: string): ImportEvent {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return JSON.parse(data) as ImportEvent;
}

function problemIn(data: string): Problem {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the server's own shape
  return JSON.parse(data) as Problem;
}
