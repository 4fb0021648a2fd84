import { ButtonAnchor } from "../../../components/button.tsx";
import { Snippet } from "../../../components/copy.tsx";
import { claudeDesktopConfig } from "../commands.ts";
import { claudeLink } from "../install-links.ts";
import { OtherWay, Path, Step, Steps, type StepsProps } from "../steps.tsx";

export function ClaudeSteps({ url, reach }: StepsProps) {
  return (
    <>
      {reach === "internet" ? <Connector url={url} /> : null}
      <OtherWay
        isOpen={reach !== "internet"}
        title="Use Claude Desktop on this computer, through mcp-remote"
      >
        <p>
          In Claude Desktop open <Path of={["Settings", "Developer", "Edit Config"]} />, add this to
          the file, and start Claude Desktop again. It needs Node.js. A page of this server opens,
          on which you sign in and choose what Claude may do.
        </p>
        <Snippet
          label="Copy configuration"
          text={claudeDesktopConfig(url, reach)}
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
          Press Connect. A page of this server opens: sign in, and choose what Claude may do. No key
          is needed.
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
