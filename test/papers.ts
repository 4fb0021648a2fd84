import type { FileToRead } from "../src/reading/paper.ts";
import type { FileKind } from "../src/shared/paper.ts";

/** A file as a job gives it to the reader, of a team without a name. */
export function paperFile(
  kind: FileKind,
  bytes: string | Uint8Array,
  name = `paper.${kind}`,
): FileToRead {
  return {
    bytes: typeof bytes === "string" ? Buffer.from(bytes) : bytes,
    kind,
    name,
    mail: null,
    own: { names: [], vatNumbers: [], ibans: [], country: "DE" },
    today: "2026-11-28",
  };
}

type MailPart = {
  readonly type: string;
  readonly name?: string;
  readonly body: string | Uint8Array;
  readonly disposition?: "attachment" | "inline";
};

/** A mail of 2026-10-31 with these parts. */
export function mailOf(parts: readonly MailPart[], subject = "Your receipt"): Buffer {
  const lines = [
    "From: Muster Shop <billing@muster.example>",
    "To: books@team.example",
    `Subject: ${subject}`,
    "Date: Sat, 31 Oct 2026 10:00:00 +0000",
    "Message-ID: <1@muster.example>",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="part"',
    "",
  ];
  for (const { type, name, body, disposition } of parts) {
    const isMail = type === "message/rfc822";
    lines.push("--part", `Content-Type: ${type}`);
    if (disposition !== undefined)
      lines.push(`Content-Disposition: ${disposition}${name ? `; filename="${name}"` : ""}`);
    if (isMail) lines.push("", Buffer.from(body).toString("latin1"));
    else
      lines.push(
        "Content-Transfer-Encoding: base64",
        "",
        Buffer.from(body)
          .toString("base64")
          .replaceAll(/.{76}/g, (line) => `${line}\r\n`),
      );
  }
  return Buffer.from([...lines, "--part--", ""].join("\r\n"), "latin1");
}
