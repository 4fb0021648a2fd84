import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Snippet } from "../../components/copy.tsx";
import { Section } from "../../components/page.tsx";

const DOCTOR = "npm run --silent admin -- doctor";

/** What goes wrong most often, how it shows, and what to do. */
export function Trouble({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <Section
      hint="Whoever runs the server finds most causes at once: this asks it what assistants ask, and says what is wrong and how to mend it."
      id="trouble"
      title="When it does not connect"
    >
      <div className="max-w-settings">
        <Snippet label="Copy command" text={DOCTOR} what="Command that examines the server" />
      </div>
      <dl className="grid gap-x-8 gap-y-5 lg:grid-cols-3">
        <Failure sign="Claude or ChatGPT says that the server cannot be reached, or does not answer">
          <p>
            They call from their own servers. Open {baseUrl}/healthz on a phone without your
            network: when it shows nothing either, the address is not public, or a firewall keeps
            them out.
          </p>
          <p>
            Put the server behind a public https address, or use a program on your own computer.
          </p>
        </Failure>
        <Failure sign="The sign-in page does not open, or does not lead back">
          <p>
            The address in your browser has to begin with {baseUrl}. When it is another, BASE_URL is
            not what people call the server: set it, and start the server again.
          </p>
          <p>
            When the page says that the app cannot be connected, remove the server in the assistant
            and add it again.
          </p>
        </Failure>
        <Failure sign="The assistant reports 401, or Unauthorized">
          <p>
            It holds another key than you think: one that was replaced, has expired, was revoked, or
            was cut short when it was copied. Compare its last four characters with those under{" "}
            <Link className="underline" hash="keys" to="/settings/developer">
              Settings → Developer
            </Link>
            .
          </p>
          <p>
            An app that signed in was disconnected, or not used for 30 days: sign in again from the
            assistant.
          </p>
        </Failure>
      </dl>
    </Section>
  );
}

function Failure({ sign, children }: { readonly sign: string; readonly children: ReactNode }) {
  return (
    <div className="grid max-w-measure content-start gap-1">
      <dt className="font-medium">{sign}</dt>
      <dd className="grid gap-1 text-ink2">{children}</dd>
    </div>
  );
}
