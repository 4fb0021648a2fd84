/** A letter to one person. */
export type Message = {
  /** An e-mail address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Sends a message, or rejects: that it was sent means that a mail server took it. */
export type Mailer = { readonly send: (message: Message) => Promise<void> };

/** As whom mail is sent. */
export type Sender = { readonly name: string; readonly address: string };

/** How long a mail server has to take one message. */
const PATIENCE_MS = 10_000;

/** @param url `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte */
export function createMailer(url: string, from: Sender, { patienceMs = PATIENCE_MS } = {}): Mailer {
  const server = serverOf(new URL(url));
  return {
    send: async ({ to, subject, text, html }) => {
      // Loaded when it is needed: most servers send little mail.
      const { createTransport } = await import("nodemailer");
      const transport = createTransport(server);
      await transport.sendMail({
        from: { ...from },
        // Apart from the name there is nothing to parse, so that no address can turn into two.
        to: { name: "", address: to },
        subject,
        text,
        html,
        headers: { "Auto-Submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(patienceMs),
      });
    },
  };
}

function serverOf(url: URL) {
  const { protocol, hostname, port, username, password } = url;
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const isHere = /^(localhost|127(\.\d+){3}|::1)$/.test(host);
  return {
    host,
    secure: protocol === "smtps:",
    ...(port === "" ? {} : { port: Number(port) }),
    ...(username === "" ? {} : { auth }),
    // A password leaves this machine only under TLS, and for whom the certificate names. Within it,
    // where mail servers have certificates that nobody has signed, neither is asked for.
    requireTLS: username !== "" && !isHere,
    tls: { rejectUnauthorized: !isHere },
  };
}
