import { Snippet } from "../../../components/copy.tsx";
import { antigravityCommand, geminiCommand, geminiCommandWithKey } from "../commands.ts";
import { KeyField } from "../given-key.tsx";
import { OtherWay, SignIn, Step, Steps, type StepsProps } from "../steps.tsx";

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
