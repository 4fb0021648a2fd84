import { Snippet } from "../../../components/copy.tsx";
import { claudeCodeCommand, claudeCodeCommandWithKey } from "../commands.ts";
import { KeyField } from "../given-key.tsx";
import { OtherWay, Path, SignIn, Step, Steps, type StepsProps } from "../steps.tsx";

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
