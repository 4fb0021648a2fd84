import { ButtonAnchor } from "../../../components/button.tsx";
import { Snippet } from "../../../components/copy.tsx";
import { claudeDesktopConfig } from "../commands.ts";
import { claudeLink } from "../install-links.ts";
import { OtherWay, Path, SignIn, Step, Steps, type StepsProps } from "../steps.tsx";

export function ClaudeSteps({ server, reach }: StepsProps) {
  return (
    <>
      {reach === "internet" ? <Connector url={server.url} /> : null}
      <OtherWay
        isOpen={reach !== "internet"}
        title="Use Claude Desktop on this computer, through mcp-remote"
      >
        <p>
          In Claude Desktop open <Path of={["Settings", "Developer", "Edit Config"]} />, add this to
          the file, and start Claude Desktop again. It needs Node.js. <SignIn of="Claude" />
        </p>
        <Snippet
          label="Copy configuration"
          text={claudeDesktopConfig(server, reach)}
          what="Configuration of Claude Desktop"
        />
      </OtherWay>
    </>
  );
}

function Connector({ url }: { readonly url: string }) {
  return (
    <Steps>
      <Step>
        <p>Open Claude’s own dialog, with name and address filled in, and press Add.</p>
        <div>
          <ButtonAnchor href={claudeLink(url)} kind="primary">
            Add to Claude
          </ButtonAnchor>
        </div>
        <p className="text-ink2">
          By hand: <Path of={["Customize", "Connectors", "+", "Add custom connector"]} />, with the
          address above. In a Team or Enterprise plan an owner adds it first, in the organization’s
          settings.
        </p>
      </Step>
      <Step>
        <p>
          Press Connect. <SignIn of="Claude" />
        </p>
      </Step>
      <Step>
        <p>
          In a chat, turn Ledgerport on under <Path of={["+", "Connectors"]} /> and ask: “Which
          customers do I have?”
        </p>
        <p className="text-ink2">Claude’s desktop and phone apps have it from then on too.</p>
      </Step>
    </Steps>
  );
}
