import { damaged } from "./damage.ts";
import { fuzz } from "./fuzz.ts";
import { methodCall, toolCall } from "./messages.ts";
import { oddRequest } from "./odd-requests.ts";
import { draftOf } from "./requests.ts";

fuzz({
  name: "however requests are sent",
  share: 0.25,
  make: (chance, facts, credential) => {
    const draft = draftOf(chance.pick([toolCall, methodCall])(chance, facts), credential);
    const body = chance.often(0.1) ? damaged(chance, draft.body) : draft.body;
    return oddRequest(chance, { ...draft, body });
  },
});
