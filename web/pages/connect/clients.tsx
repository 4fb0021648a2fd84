import { ButtonAnchor } from "../../components/button.tsx";
import { Snippet } from "../../components/copy.tsx";
import {
  antigravityCommand,
  claudeCodeCommand,
  claudeCodeCommandWithKey,
  claudeDesktopConfig,
  codexCommands,
  curlLine,
  cursorConfig,
  geminiCommand,
  geminiCommandWithKey,
} from "./commands.ts";
import { KeyField } from "./given-key.tsx";
import {
  claudeLink,
  cursorLink,
  cursorLinkWithKey,
  vsCodeLink,
  vsCodeLinkWithKey,
} from "./install-links.ts";
import { OtherWay, Path, SignIn, Step, Steps, type StepsProps } from "./steps.tsx";

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

export function ClaudeCodeSteps({ server, given }: StepsProps) {
  return (
    <>
      <Steps>
        <Step>
          <p>Run this in a terminal. It adds the server for all your projects.</p>
          <Snippet
            label="Copy command"
            text={claudeCodeCommand(server)}
            what="Command for Claude Code"
          />
        </Step>
        <Step>
          <p>
            Start <code className="font-mono">claude</code>, type{" "}
            <code className="font-mono">/mcp</code>, and choose{" "}
            <Path of={[server.name, "Authenticate"]} />. <SignIn of="Claude Code" />
          </p>
        </Step>
        <Step>
          <p>Ask: “Which customers do I have?”</p>
        </Step>
      </Steps>
      <OtherWay title="Use a key instead, as for scripts or a machine without a browser">
        <KeyField given={given} />
        <Snippet
          label="Copy command"
          text={claudeCodeCommandWithKey(server, given.key)}
          what="Command for Claude Code with a key"
        />
      </OtherWay>
    </>
  );
}

export function CursorSteps({ server, given }: StepsProps) {
  return (
    <>
      <Steps>
        <Step>
          <p>Send the address to Cursor, which asks before it adds it.</p>
          <div>
            <ButtonAnchor href={cursorLink(server)} kind="primary">
              Add to Cursor
            </ButtonAnchor>
          </div>
        </Step>
        <Step>
          <p>
            Under <Path of={["Customize", "MCPs"]} /> press Connect beside {server.name}.{" "}
            <SignIn of="Cursor" />
          </p>
        </Step>
        <Step>
          <p>Ask: “Which customers do I have?”</p>
        </Step>
      </Steps>
      <OtherWay title="Use a key instead, as when an older Cursor cannot sign in">
        <KeyField given={given} />
        <div>
          <ButtonAnchor href={cursorLinkWithKey(server, given.key)}>
            Add to Cursor with this key
          </ButtonAnchor>
        </div>
        <p>
          Or put this into <code className="font-mono">~/.cursor/mcp.json</code>, or into{" "}
          <code className="font-mono">.cursor/mcp.json</code> of one project, and keep that out of
          version control:
        </p>
        <Snippet
          label="Copy configuration"
          text={cursorConfig(server, given.key)}
          what="Configuration of Cursor"
        />
      </OtherWay>
    </>
  );
}

export function VsCodeSteps({ server }: StepsProps) {
  return (
    <>
      <Steps>
        <Step>
          <p>Send the address to VS Code, and press Install there.</p>
          <div>
            <ButtonAnchor href={vsCodeLink(server)} kind="primary">
              Add to VS Code
            </ButtonAnchor>
          </div>
        </Step>
        <Step>
          <p>
            When VS Code asks whether {server.name} may sign you in, press Allow.{" "}
            <SignIn of="VS Code" />
          </p>
        </Step>
        <Step>
          <p>Ask in agent mode: “Which customers do I have?”</p>
        </Step>
      </Steps>
      <OtherWay title="Use a key instead">
        <p>VS Code asks for the key when it starts the server, and keeps it with its secrets.</p>
        <div>
          <ButtonAnchor href={vsCodeLinkWithKey(server)}>Add to VS Code with a key</ButtonAnchor>
        </div>
      </OtherWay>
      <OtherWay title="Add it by hand">
        <p>
          Run <Path of={["MCP: Add Server"]} /> from the command palette, choose HTTP, paste the
          address, and call it {server.name}.
        </p>
        <Snippet label="Copy address" text={server.url} what="Address for VS Code" />
      </OtherWay>
    </>
  );
}

export function GeminiCliSteps({ server, given }: StepsProps) {
  return (
    <>
      <Steps>
        <Step>
          <p>Run this in a terminal. It adds the server for all your projects.</p>
          <Snippet
            label="Copy command"
            text={geminiCommand(server)}
            what="Command for Gemini CLI"
          />
          <p className="text-ink2">
            Gemini CLI takes Gemini API keys and companies’ licences. For personal Google accounts
            Antigravity CLI has been in its place since June 2026: see below.
          </p>
        </Step>
        <Step>
          <p>
            Start <code className="font-mono">gemini</code> and type{" "}
            <code className="font-mono">/mcp auth {server.name}</code>. <SignIn of="Gemini CLI" />
          </p>
        </Step>
        <Step>
          <p>Ask: “Which customers do I have?”</p>
        </Step>
      </Steps>
      <OtherWay title="Use a key instead, as for scripts or a machine without a browser">
        <KeyField given={given} />
        <Snippet
          label="Copy command"
          text={geminiCommandWithKey(server, given.key)}
          what="Command for Gemini CLI with a key"
        />
      </OtherWay>
      <OtherWay title="With a personal Google account: Antigravity CLI">
        <p>Antigravity CLI uses a key:</p>
        <KeyField given={given} />
        <Snippet
          label="Copy command"
          text={antigravityCommand(server, given.key)}
          what="Command for Antigravity CLI"
        />
      </OtherWay>
    </>
  );
}

export function CurlSteps({ server, given }: StepsProps) {
  return (
    <Steps>
      <Step>
        <p>Make a key that may read, and paste it here.</p>
        <KeyField given={given} />
      </Step>
      <Step>
        <p>Run this in a terminal. It asks for one customer, and changes nothing.</p>
        <Snippet
          label="Copy command"
          text={curlLine(server.url, given.key)}
          what="Command for curl"
        />
        <p className="text-ink2">
          It is written for the shells of Linux and macOS. A program that cannot set the
          Authorization header sends the key as x-api-key.
        </p>
      </Step>
    </Steps>
  );
}
