import { fuzz } from "./fuzz.ts";
import { toolCall } from "./messages.ts";
import { draftOf, requestOf } from "./requests.ts";

fuzz({
  name: "however many come at once",
  share: 0.15,
  // Of so many at once, calls wait for less than the ten seconds that one may, on a busy machine too.
  connections: 250,
  pipelined: 4,
  make: (chance, facts, credential) => {
    const draft = draftOf(toolCall(chance, facts), credential);
    // An event stream blocks the requests pipelined behind it on its connection.
    const headers = draft.headers.filter(([name]) => name !== "Accept");
    return requestOf("one of many", { ...draft, headers });
  },
});
