import { Link } from "@tanstack/react-router";
import { Snippet } from "../../components/copy.tsx";
import { Section } from "../../components/page.tsx";
import { OtherWay } from "./steps.tsx";

const DOCTOR = "npm run --silent admin -- doctor";

export function Trouble({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <Section
      hint="This command finds most causes. Run it on the server: it sends an assistant’s requests, and names each problem with its fix."
      id="trouble"
      title="Troubleshooting"
    >
      <div className="max-w-settings">
        <Snippet label="Copy command" text={DOCTOR} what="Command that checks the server" />
      </div>
      <div className="border-b border-line">
        <OtherWay title="Claude or ChatGPT cannot reach the server, or gets no answer">
          <p>
            They call from their own servers. Open {baseUrl}/healthz on a phone outside your
            network: if that fails too, the address is not public or a firewall blocks it.
          </p>
          <p>
            Put the server behind a public https address, or use a program on your own computer.
          </p>
        </OtherWay>
        <OtherWay title="The sign-in page does not open, or does not return to the assistant">
          <p>
            The address in your browser must begin with {baseUrl}. If it does not, set BASE_URL to
            the server’s real address, and restart the server.
          </p>
          <p>
            If the page says that the app cannot be connected, remove the server from the assistant
            and add it again.
          </p>
        </OtherWay>
        <OtherWay title="The assistant reports 401, or Unauthorized">
          <p>
            Its key was rotated, has expired, was revoked, or was not copied completely. Compare the
            last four characters with the keys under{" "}
            <Link className="underline" hash="keys" to="/settings/developer">
              Settings → Developer
            </Link>
            .
          </p>
          <p>
            If it signs in without a key, it was disconnected or not used for 30 days: sign in again
            from the assistant.
          </p>
        </OtherWay>
      </div>
    </Section>
  );
}
