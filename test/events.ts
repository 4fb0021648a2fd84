import assert from "node:assert/strict";

export async function* messagesOf(response: Response): AsyncGenerator<any, void, undefined> {
  assert.match(response.headers.get("Content-Type") ?? "", /^text\/event-stream/);
  assert.ok(response.body !== null);
  let text = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      if (event.startsWith(":")) continue;
      const data = event.split("\n").find((line) => line.startsWith("data: "));
      assert.ok(data !== undefined, event);
      yield JSON.parse(data.slice("data: ".length));
    }
  }
  assert.equal(text, "", "the last event is whole");
}

/** Next message; fails at the end of the stream. */
export async function next(messages: AsyncGenerator<any, void, undefined>): Promise<any> {
  const { value, done } = await messages.next();
  assert.equal(done, false, "the stream has ended");
  return value;
}
