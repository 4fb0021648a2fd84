import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import { onAnyDatabase, type Team, type World } from "./app.ts";
import { installRemote } from "./mcp-remote.ts";
import { type Installed, OAUTH_CLIENTS } from "./oauth-clients.ts";
import { type ServedWorld, serveWorld, Visitor } from "./served-world.ts";

const HOUR_MS = 60 * 60_000;

onAnyDatabase((world) => {
  let server: ServedWorld;
  before(async () => {
    server = await serveWorld(world);
  });
  after(() => server.close());

  for (const { name, install, stepsUp } of OAUTH_CLIENTS) {
    describe(name, () => {
      test("connects with nothing but the address, writes, and goes on when its token is over", async (t) => {
        const { team, visitor, url } = await visited();
        const client = await installed(t);
        const app = await client.start(url, (page) => visitor.allow(page));
        for (const customer of ["First", "Second", "Third"]) {
          await write(app, customer);
          world.pass(HOUR_MS);
        }
        await app.close();
        assert.deepEqual(await customersOf(team), ["First", "Second", "Third"]);
        const [asked, ...more] = visitor.asked;
        assert.deepEqual(more, []);
        assert.equal(asked?.get("scope"), "apis.read apis.all");
        assert.equal(asked?.get("resource"), url.href);
        assert.equal(asked?.get("code_challenge_method"), "S256");
        const [grant] = await grantsOf(team);
        assert.deepEqual(grant?.scopes, ["apis.read", "apis.all"]);
      });

      test("is told what it lacks when its person let it read only, and asks for that if it can", async (t) => {
        const { team, visitor, url } = await visited();
        const client = await installed(t);
        const app = await client.start(url, (page) =>
          visitor.allow(page, visitor.asked.length === 0 ? "read" : undefined),
        );
        if (stepsUp) await write(app, "Acme");
        else await assert.rejects(write(app, "Acme"), /403/);
        await app.close();
        assert.deepEqual(await customersOf(team), stepsUp ? ["Acme"] : []);
        const [, again] = visitor.asked;
        assert.equal(again?.get("scope"), stepsUp ? "apis.read customers.write" : undefined);
      });

      test("asks again when its person has disconnected it", async (t) => {
        const { team, visitor, url } = await visited();
        const client = await installed(t);
        await useOnce(client, url, visitor, "Before");
        await visitor.disconnect();
        await useOnce(client, url, visitor, "After");
        assert.deepEqual(await customersOf(team), ["After", "Before"]);
        const [first, second, ...more] = visitor.asked.map((asked) => asked.get("client_id"));
        assert.deepEqual([first, more], [second, []]);
      });

      test("registers again when the server has forgotten it", async (t) => {
        const { team, visitor, url } = await visited();
        const client = await installed(t);
        await useOnce(client, url, visitor, "Before");
        await forgetClients(world, team);
        await useOnce(client, url, visitor, "After");
        assert.deepEqual(await customersOf(team), ["After", "Before"]);
        const [first, second, ...more] = visitor.asked.map((asked) => asked.get("client_id"));
        assert.notEqual(first, second);
        assert.deepEqual(more, []);
      });

      async function installed(t: TestContext): Promise<Installed> {
        const client = await install();
        t.after(() => client.remove());
        return client;
      }
    });
  }

  test("mcp-remote, which asks first whether it is still known, registers again when it is not", async (t) => {
    const { team, visitor, url } = await visited();
    const client = await installRemote("legacy");
    t.after(() => client.remove());
    await useOnce(client, url, visitor, "Before");
    await client.loseTokens();
    await forgetClients(world, team);
    // It registers, but takes the abandoned sign-in for a running one: the next start succeeds.
    await assert.rejects(useOnce(client, url, visitor, "Lost"), /already under way/);
    await useOnce(client, url, visitor, "After");
    assert.deepEqual(await customersOf(team), ["After", "Before"]);
    const [first, second, ...more] = visitor.asked.map((asked) => asked.get("client_id"));
    assert.notEqual(first, second);
    assert.deepEqual(more, []);
  });

  async function visited() {
    const team = await world.team();
    const visitor = await Visitor.signedIn(team, server.origin);
    return { team, visitor, url: new URL(server.url) };
  }
});

/** Starts a client, creates a customer with it, and stops it. */
async function useOnce(client: Installed, url: URL, visitor: Visitor, customer: string) {
  const app = await client.start(url, (page) => visitor.allow(page));
  await write(app, customer);
  await app.close();
}

async function write({ callTool }: { callTool: (call: any) => Promise<any> }, name: string) {
  const customer = { name, email: "hello@customer.example" };
  const { isError, content } = await callTool({ name: "customers_create", arguments: customer });
  assert.notEqual(isError, true, content[0].text);
}

async function customersOf(team: Team): Promise<readonly string[]> {
  const { items } = await team.call("customers_list");
  return items.map(({ name }: { name: string }) => name).toSorted();
}

async function grantsOf({ id, world }: Team) {
  const grants = world.database.reader.selectFrom("oauth_grants").selectAll();
  return grants.where("team_id", "=", id).execute();
}

/** Deletes the clients, as restoring an older backup would. */
async function forgetClients(world: World, team: Team): Promise<void> {
  const clients = (await grantsOf(team)).map(({ client_id }) => client_id);
  await world.database.begin(async (db) => {
    for (const table of ["oauth_access_tokens", "oauth_refresh_tokens", "oauth_grants"] as const)
      await db.deleteFrom(table).where("team_id", "=", team.id).execute();
    await db.deleteFrom("oauth_clients").where("id", "in", clients).execute();
  });
}
