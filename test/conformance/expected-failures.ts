import type { ExpectedFailure } from "./verdict.ts";

const LEGACY = ["2025-11-25"] as const;

/** Features that the server omits on purpose. */
const BY_DESIGN: readonly ExpectedFailure[] = [
  {
    scenario: "server-session-lifecycle",
    checks: ["server-session-lifecycle-skipped"],
    reason: "there are no protocol sessions that could end",
  },
  {
    scenario: "server-sse-multiple-streams",
    versions: LEGACY,
    checks: ["server-sse-multiple-streams-session"],
    reason: "the suite goes on only with a protocol session",
  },
  {
    scenario: "server-sse-polling",
    checks: ["server-sse-polling-session"],
    reason: "a stream is resumed with a protocol session and Last-Event-ID, both ignored here",
  },
  {
    scenario: "resources-subscribe",
    reason: "updates would come on a GET stream, and GET is 405",
  },
  {
    scenario: "resources-unsubscribe",
    reason: "updates would come on a GET stream, and GET is 405",
  },
  { scenario: "logging-set-level", reason: "2026-07-28 deprecates logging" },
  { scenario: "tools-call-with-logging", reason: "2026-07-28 deprecates logging" },
];

/** Failures without fixtures: the suite needs its own tools, prompts and resources. */
export const SERVER: readonly ExpectedFailure[] = [
  ...BY_DESIGN,
  { scenario: "tools-call-simple-text", reason: "it needs the tool test_simple_text" },
  { scenario: "tools-call-image", reason: "it needs the tool test_image_content" },
  { scenario: "tools-call-audio", reason: "it needs the tool test_audio_content" },
  { scenario: "tools-call-embedded-resource", reason: "it needs the tool test_embedded_resource" },
  { scenario: "tools-call-mixed-content", reason: "it needs the tool test_multiple_content_types" },
  { scenario: "tools-call-error", reason: "it needs the tool test_error_handling" },
  { scenario: "tools-call-with-progress", reason: "it needs the tool test_tool_with_progress" },
  { scenario: "tools-call-sampling", reason: "it needs the tool test_sampling" },
  { scenario: "tools-call-elicitation", reason: "it needs the tool test_elicitation" },
  {
    scenario: "elicitation-sep1034-defaults",
    checks: ["elicitation-sep1034-general"],
    reason: "it needs the tool test_elicitation_sep1034_defaults",
  },
  {
    scenario: "elicitation-sep1330-enums",
    checks: ["elicitation-sep1330-general"],
    reason: "it needs the tool test_elicitation_sep1330_enums",
  },
  {
    scenario: "json-schema-2020-12",
    checks: ["json-schema-2020-12-tool-found"],
    reason: "it needs the tool json_schema_2020_12_tool",
  },
  { scenario: "completion-complete", reason: "it needs the prompt test_prompt_with_arguments" },
  { scenario: "prompts-get-simple", reason: "it needs the prompt test_simple_prompt" },
  { scenario: "prompts-get-with-args", reason: "it needs the prompt test_prompt_with_arguments" },
  {
    scenario: "prompts-get-embedded-resource",
    reason: "it needs the prompt test_prompt_with_embedded_resource",
  },
  { scenario: "prompts-get-with-image", reason: "it needs the prompt test_prompt_with_image" },
  { scenario: "resources-read-text", reason: "it needs the resource test://static-text" },
  { scenario: "resources-read-binary", reason: "it needs the resource test://static-binary" },
  {
    scenario: "resources-templates-read",
    reason: "it needs the resource template test://template/{id}/data",
  },
  {
    scenario: "server-stateless",
    checks: [
      "sep-2575-server-rejects-undeclared-capability",
      "sep-2575-missing-capability-http-400",
      "sep-2575-http-server-no-independent-requests-on-stream",
      "sep-2575-server-no-log-without-loglevel",
      "sep-2575-server-sends-prompts-list-changed-on-subscription",
      "sep-2575-server-sends-tools-list-changed-on-subscription",
    ],
    reason:
      "it needs the tools test_missing_capability, test_streaming_elicitation, test_logging_tool and test_trigger_tool_change; the prompts never change",
  },
  {
    scenario: "http-custom-header-server-validation",
    checks: [
      "sep-2243-server-no-xmcp-tool",
      "sep-2243-server-decode-base64",
      "sep-2243-server-validate-param-match",
      "sep-2243-server-reject-invalid-param-chars",
      "sep-2243-server-reject-param-mismatch",
    ],
    reason: "it needs a tool with x-mcp-header in its schema",
  },
  {
    scenario: "input-required-result-basic-elicitation",
    checks: ["sep-2322-elicitation-incomplete"],
    reason: "it needs the tool test_input_required_result_elicitation",
  },
  {
    scenario: "input-required-result-basic-sampling",
    checks: ["sep-2322-sampling-incomplete"],
    reason: "it needs the tool test_input_required_result_sampling",
  },
  {
    scenario: "input-required-result-basic-list-roots",
    checks: ["sep-2322-list-roots-incomplete"],
    reason: "it needs the tool test_input_required_result_list_roots",
  },
  {
    scenario: "input-required-result-request-state",
    checks: ["sep-2322-request-state-incomplete"],
    reason: "it needs the tool test_input_required_result_request_state",
  },
  {
    scenario: "input-required-result-multiple-input-requests",
    checks: ["sep-2322-multiple-inputs-incomplete"],
    reason: "it needs the tool test_input_required_result_multiple_inputs",
  },
  {
    scenario: "input-required-result-multi-round",
    checks: ["sep-2322-multi-round-r1"],
    reason: "it needs the tool test_input_required_result_multi_round",
  },
  {
    scenario: "input-required-result-missing-input-response",
    checks: ["sep-2322-missing-response-rerequests"],
    reason: "it needs the tool test_input_required_result_elicitation",
  },
  {
    scenario: "input-required-result-non-tool-request",
    checks: ["sep-2322-non-tool-incomplete"],
    reason: "it needs the prompt test_input_required_result_prompt",
  },
  {
    scenario: "input-required-result-result-type",
    checks: ["sep-2322-result-type-included"],
    reason: "it needs the tool test_input_required_result_elicitation",
  },
  {
    scenario: "input-required-result-tampered-state",
    checks: ["sep-2322-reject-tampered-state"],
    reason: "it needs the tool test_input_required_result_tampered_state",
  },
  {
    scenario: "input-required-result-capability-check",
    checks: ["sep-2322-respect-client-capabilities"],
    reason: "it needs the tool test_input_required_result_capabilities",
  },
  {
    scenario: "input-required-result-ignore-extra-params",
    checks: ["sep-2322-ignore-unexpected-params"],
    reason: "it needs the tool test_input_required_result_elicitation",
  },
];

/** Failures with fixtures. */
export const FIXTURES: readonly ExpectedFailure[] = [
  ...BY_DESIGN,
  {
    scenario: "server-stateless",
    checks: ["sep-2575-server-sends-prompts-list-changed-on-subscription"],
    reason: "the prompts never change, so nobody is told that they have",
  },
];

/** Failures of the authorization server. */
export const AUTHORIZATION: readonly ExpectedFailure[] = [];
