import { Snippet } from "../../../components/copy.tsx";
import { codexCommands } from "../commands.ts";
import { OtherWay, Path, SignIn, Step, Steps, type StepsProps } from "../steps.tsx";

export function ChatGptSteps({ server, reach }: StepsProps) {
  return (
    <>
      {reach === "internet" ? <Plugin url={server.url} /> : null}
      <OtherWay isOpen={reach !== "internet"} title="Use ChatGPT’s desktop app or Codex instead">
        <p>
          Both call from your own computer and share their list of servers. In the app:{" "}
          <Path of={["Settings", "MCP servers", "Add server"]} />, streamable HTTP, with the address
          above. In a terminal:
        </p>
        <Snippet label="Copy commands" text={codexCommands(server)} what="Commands for Codex" />
        <p>
          <SignIn of="it" />
        </p>
      </OtherWay>
    </>
  );
}

function Plugin({ url }: { readonly url: string }) {
  return (
    <Steps>
      <Step>
        <p>
          In ChatGPT on the web turn on{" "}
          <Path of={["Settings", "Security and login", "Developer mode"]} />. In a workspace an
          admin allows it first.
        </p>
      </Step>
      <Step>
        <p>
          Open{" "}
          <a
            className="font-medium underline"
            href="https://chatgpt.com/plugins"
            rel="noreferrer"
            target="_blank"
          >
            chatgpt.com/plugins
          </a>
          , press + and choose <Path of={["Add custom MCP server"]} />. Call it Ledgerport, leave
          the authentication at OAuth, and give it this address:
        </p>
        <Snippet label="Copy address" text={url} what="Server URL for ChatGPT" />
      </Step>
      <Step>
        <p>
          Tick <Path of={["I understand and want to continue"]} /> and press{" "}
          <Path of={["Create as a plugin"]} />. <SignIn of="ChatGPT" />
        </p>
      </Step>
      <Step>
        <p>In a chat type @, choose Ledgerport, and ask: “Which customers do I have?”</p>
      </Step>
    </Steps>
  );
}
