import type { ReactNode } from "react";
import { ButtonAnchor } from "../../components/button.tsx";
import { Snippet } from "../../components/copy.tsx";
import {
  antigravityCommand,
  claudeCodeCommand,
  claudeCodeCommandWithKey,
  claudeDesktopConfig,
  claudeLink,
  codexCommands,
  curlLine,
  cursorConfig,
  cursorLink,
  cursorLinkWithKey,
  geminiCommand,
  geminiCommandWithKey,
  receiptAddress,
  receiptLine,
  vsCodeLink,
  vsCodeLinkWithKey,
} from "./server.ts";
import { KeyField, OtherWay, Path, SignIn, Step, Steps, type StepsProps } from "./steps.tsx";

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
        In ChatGPT on the web turn on{" "}
        <Path of={["Settings", "Security and login", "Developer mode"]} />. In a workspace an admin
        allows it first.
      </Step>
      <Step below={<Snippet label="Copy address" text={url} what="Server URL for ChatGPT" />}>
        Open{" "}
        <a
          className="font-medium underline"
          href="https://chatgpt.com/plugins"
          rel="noreferrer"
          target="_blank"
        >
          chatgpt.com/plugins
        </a>
        , press + and choose <Path of={["Add custom MCP server"]} />. Call it Ledgerport, leave the
        authentication at OAuth, and give it this address:
      </Step>
      <Step>
        Tick <Path of={["I understand and want to continue"]} /> and press{" "}
        <Path of={["Create as a plugin"]} />. <SignIn of="ChatGPT" />
      </Step>
      <Step>In a chat type @, choose Ledgerport, and ask: “Which customers do I have?”</Step>
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
      <Step
        below={
          <>
            <Install href={claudeLink(url)}>Add to Claude</Install>
            <p className="text-ink2">
              By hand: <Path of={["Customize", "Connectors", "+", "Add custom connector"]} />, with
              the address above. In a Team or Enterprise plan an owner adds it first, in the
              organization’s settings.
            </p>
          </>
        }
      >
        Open Claude’s own dialog, with name and address filled in, and press Add.
      </Step>
      <Step>
        Press Connect. <SignIn of="Claude" />
      </Step>
      <Step
        below={
          <p className="text-ink2">Claude’s desktop and phone apps have it from then on too.</p>
        }
      >
        In a chat, turn Ledgerport on under <Path of={["+", "Connectors"]} /> and ask: “Which
        customers do I have?”
      </Step>
    </Steps>
  );
}

export function ClaudeCodeSteps({ server, given }: StepsProps) {
  return (
    <>
      <Steps>
        <Step below={<Command of="Claude Code" text={claudeCodeCommand(server)} />}>{ADD}</Step>
        <Step>
          Start <code className="font-mono">claude</code>, type{" "}
          <code className="font-mono">/mcp</code>, and choose{" "}
          <Path of={[server.name, "Authenticate"]} />. <SignIn of="Claude Code" />
        </Step>
        <Step>{ASK}</Step>
      </Steps>
      <OtherWay title={WITH_KEY}>
        <KeyField given={given} />
        <Command of="Claude Code with a key" text={claudeCodeCommandWithKey(server, given.key)} />
      </OtherWay>
    </>
  );
}

export function CursorSteps({ server, given }: StepsProps) {
  return (
    <>
      <Steps>
        <Step below={<Install href={cursorLink(server)}>Add to Cursor</Install>}>
          Send the address to Cursor, which asks before it adds it.
        </Step>
        <Step>
          Under <Path of={["Customize", "MCPs"]} /> press Connect beside {server.name}.{" "}
          <SignIn of="Cursor" />
        </Step>
        <Step>{ASK}</Step>
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
        <Step below={<Install href={vsCodeLink(server)}>Add to VS Code</Install>}>
          Send the address to VS Code, and press Install there.
        </Step>
        <Step>
          When VS Code asks whether {server.name} may sign you in, press Allow.{" "}
          <SignIn of="VS Code" />
        </Step>
        <Step>Ask in agent mode: “Which customers do I have?”</Step>
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
        <Step
          below={
            <>
              <Command of="Gemini CLI" text={geminiCommand(server)} />
              <p className="text-ink2">
                Gemini CLI takes Gemini API keys and companies’ licences. For personal Google
                accounts Antigravity CLI has been in its place since June 2026: see below.
              </p>
            </>
          }
        >
          {ADD}
        </Step>
        <Step>
          Start <code className="font-mono">gemini</code> and type{" "}
          <code className="font-mono">/mcp auth {server.name}</code>. <SignIn of="Gemini CLI" />
        </Step>
        <Step>{ASK}</Step>
      </Steps>
      <OtherWay title={WITH_KEY}>
        <KeyField given={given} />
        <Command of="Gemini CLI with a key" text={geminiCommandWithKey(server, given.key)} />
      </OtherWay>
      <OtherWay title="With a personal Google account: Antigravity CLI">
        <p>Antigravity CLI uses a key:</p>
        <KeyField given={given} />
        <Command of="Antigravity CLI" text={antigravityCommand(server, given.key)} />
      </OtherWay>
    </>
  );
}

export function CurlSteps({ server, given }: StepsProps) {
  return (
    <Steps>
      <Step below={<KeyField given={given} />}>Make a key that may read, and paste it here.</Step>
      <Step
        below={
          <>
            <Command of="curl" text={curlLine(server.url, given.key)} />
            <p className="text-ink2">
              It is written for the shells of Linux and macOS. A program that cannot set the
              Authorization header sends the key as x-api-key.
            </p>
          </>
        }
      >
        Run this in a terminal. It asks for one customer, and changes nothing.
      </Step>
    </Steps>
  );
}

export function ReceiptSteps({ server, given }: StepsProps) {
  return (
    <Steps>
      <Step below={<KeyField given={given} />}>
        Make a key for the device: <Path of={["Restricted", "Read and change"]} />. Paste it here.
      </Step>
      <Step below={<Command of="sending a receipt" text={receiptLine(server.url, given.key)} />}>
        Try it in a terminal, in the folder of a receipt. It then stands under Receipts.
      </Step>
      <Step
        below={
          <>
            <Snippet
              label="Copy address"
              text={receiptAddress(server.url)}
              what="Address for receipts"
            />
            <p className="text-ink2">
              It sends a POST with the file as the body, or a form with files, and the key in the
              header x-api-key. The same file again is not kept twice.
            </p>
          </>
        }
      >
        Give this address to the scanner, or to an app or shortcut on your phone.
      </Step>
    </Steps>
  );
}

const ADD = "Run this in a terminal. It adds the server for all your projects.";
const ASK = "Ask: “Which customers do I have?”";
const WITH_KEY = "Use a key instead, as for scripts or a machine without a browser";

function Command({ of, text }: { readonly of: string; readonly text: string }) {
  return <Snippet label="Copy command" text={text} what={`Command for ${of}`} />;
}

function Install({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <div>
      <ButtonAnchor href={href} kind="primary">
        {children}
      </ButtonAnchor>
    </div>
  );
}
