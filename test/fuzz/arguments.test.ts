import { fuzz } from "./fuzz.ts";
import { toolCall } from "./messages.ts";
import { draftOf, requestOf } from "./requests.ts";

fuzz({
  name: "whatever tools are called with",
  share: 0.3,
  make: (chance, facts, credential) =>
    requestOf("tool call", draftOf(toolCall(chance, facts), credential)),
});
