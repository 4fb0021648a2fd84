import { END, type Field } from "./mt940-fields.ts";

/** One message: a page of a statement, or an interim report. */
export type Message = {
  readonly line: number;
  account: string;
  number: string;
  opening: Field | null;
  closing: Field | null;
  readonly entries: Entry[];
  /** Texts about the whole, and balances that are no closing one. */
  readonly others: Field[];
};

/** A booking with the field that tells what it is. */
export type Entry = { readonly booking: Field; text: Field | null };

export function messagesOf(fields: readonly Field[]): readonly Message[] {
  const messages: Message[] = [];
  let message: Message | null = null;
  for (const field of fields) {
    if (field.tag === END) message = null;
    else {
      if (message === null || begins(field, message)) {
        message = newMessage(field.line);
        messages.push(message);
      }
      put(message, field);
    }
  }
  return messages.filter(({ account, opening, closing, entries }) =>
    [account !== "", opening !== null, closing !== null, entries.length > 0].some(Boolean),
  );
}

/** True for the first field of another message: some banks print no end, some no `:20:`. */
function begins({ tag }: Field, { closing }: Message): boolean {
  return tag === "20" || (closing !== null && /^(25P?|28C?|60[FM]|61)$/.test(tag));
}

function newMessage(line: number): Message {
  return { line, account: "", number: "", opening: null, closing: null, entries: [], others: [] };
}

function put(message: Message, field: Field): void {
  const text = (field.lines[0] ?? "").trim();
  const last = message.entries.at(-1);
  if (/^25P?$/.test(field.tag)) message.account = text;
  else if (/^28C?$/.test(field.tag)) message.number = text;
  else if (field.tag.startsWith("60")) message.opening = field;
  else if (field.tag.startsWith("62")) message.closing = field;
  else if (field.tag === "61") message.entries.push({ booking: field, text: null });
  else if (field.tag === "86" && last !== undefined && message.closing === null) add(last, field);
  else if (!/^2[01]$/.test(field.tag)) message.others.push(field);
}

/** Some banks repeat the tag on each line of a text. */
function add(entry: Entry, { tag, line, lines }: Field): void {
  entry.text ??= { tag, line, lines: [] };
  for (const text of lines) entry.text.lines.push(text);
}
