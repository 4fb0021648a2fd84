import { damaged } from "./damage.ts";
import { fuzz } from "./fuzz.ts";
import { methodCall, oddMessage, toolCall } from "./messages.ts";
import { draftOf, requestOf } from "./requests.ts";

fuzz({
  name: "whatever messages hold",
  share: 0.3,
  make: (chance, facts, credential) => {
    const message = chance.pick([toolCall, methodCall, methodCall, oddMessage, oddMessage]);
    const draft = draftOf(message(chance, facts), credential);
    if (chance.often(0.6)) return requestOf("message", draft);
    return requestOf("damaged message", { ...draft, body: damaged(chance, draft.body) });
  },
});
