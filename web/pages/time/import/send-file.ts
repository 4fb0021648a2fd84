import type { Problem } from "../../../../src/api/problem.ts";
import type { ImportEvent } from "../../../../src/domains/time-files/import-events.ts";
import type { ImportPreview } from "../../../../src/domains/time-files/preview-import.ts";
import { Refused, responseTo, send } from "../../../api.ts";

/** Decisions about a file, as the route takes them in its query. */
export type Options = Readonly<Record<string, string | readonly string[]>>;

export type Preview = ImportPreview;

export async function previewOf(team: string, file: File, options: Options): Promise<Preview> {
  return preview(await send(`${IMPORT}/preview`, { team, ...options }, file));
}

/** Runs the import and tells each event of it. @throws Refused */
export async function* importing(
  team: string,
  file: File,
  options: Options,
): AsyncGenerator<ImportEvent> {
  const { body } = await responseTo(IMPORT, { team, ...options }, file);
  for await (const { name, data } of eventsIn(body)) {
    if (name === "problem") throw new Refused(problemIn(data));
    yield eventIn(data);
  }
}

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
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
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

/** Casts an event to its type: the server has checked it against the same schema. */
function eventIn(data: string): ImportEvent {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return JSON.parse(data) as ImportEvent;
}

function problemIn(data: string): Problem {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the server's own shape
  return JSON.parse(data) as Problem;
}
