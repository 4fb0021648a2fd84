import assert from "node:assert/strict";
import { test } from "node:test";
import { CreateWholeCustomer } from "../domains/customers/create-customer.ts";
import { dayIn, instantOf } from "../shared/time.ts";
import { chanceOf } from "./chance.ts";
import { CUSTOMERS_IN_ASIA, CUSTOMERS_IN_EUROPE, CUSTOMERS_IN_THE_AMERICAS } from "./customers.ts";
import { slotsOf } from "./fill-time.ts";
import { PEOPLE } from "./people.ts";

const MINUTE = 60_000;

/** A Saturday, and the days on which Berlin's clocks change. */
const DAYS = ["2026-11-21", "2026-03-29", "2026-10-25", "2026-12-31"];

test("whenever the demo begins, the owner's timer runs since today, after all that is done", () => {
  for (const day of DAYS) {
    for (let minutes = -180; minutes < 1440; minutes += 35) {
      const now = instantOf(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE);
      const slots = slotsOf(chanceOf(1), PEOPLE.mara, now);
      const { timeZone } = PEOPLE.mara;
      const running = slots.filter(({ stop }) => stop === null);
      assert.deepEqual(running, slots.slice(-1), now);
      const [{ start } = { start: "" }] = running;
      assert.equal(dayIn(timeZone, start), dayIn(timeZone, now));
      assert.ok(start <= now && Date.parse(now) - Date.parse(start) <= 40 * MINUTE, now);
      const isEarly = clockIn(timeZone, start) < "03:30";
      assert.ok(isEarly || slots.filter(({ ago }) => ago === 0).length >= 2, now);
      assertInOrder(slots, now);
    }
  }
});

test("nobody has worked before it is time, or on a day off", () => {
  for (let hour = 0; hour < 24 * 7; hour += 5) {
    const now = instantOf(Date.parse("2026-11-21T00:00:00Z") + hour * 60 * MINUTE);
    for (const person of [PEOPLE.daniel, PEOPLE.yuki]) {
      const slots = slotsOf(chanceOf(person.seed), person, now);
      assertInOrder(slots, now);
      const days = new Set(slots.map(({ start }) => dayIn(person.timeZone, start)));
      const weekdays = [...days].map((day) => new Date(`${day}T00:00:00Z`).getUTCDay());
      assert.ok(
        !weekdays.some((weekday) => (person.daysOff as readonly number[]).includes(weekday)),
      );
      assert.ok(!days.has("2026-11-23") || person !== PEOPLE.yuki);
    }
  }
});

test("people work by the clocks of their own zone, in summer and winter", () => {
  for (const person of Object.values(PEOPLE)) {
    const now = "2026-11-20T03:00:00.000Z";
    const earlier = slotsOf(chanceOf(1), person, now).filter(({ ago }) => ago > 0);
    for (const { start, stop } of earlier) {
      assert.ok(clockIn(person.timeZone, start) >= "08:25", start);
      assert.ok(stop !== null && clockIn(person.timeZone, stop) <= "18:25", start);
    }
  }
});

test("the demo's customers are as the form of a new customer would take them", () => {
  const all = [...CUSTOMERS_IN_EUROPE, ...CUSTOMERS_IN_THE_AMERICAS, ...CUSTOMERS_IN_ASIA];
  for (const { tags: _, since: __, archived: ___, ...customer } of all) {
    assert.deepEqual(CreateWholeCustomer.parse(customer), customer);
  }
});

function assertInOrder(
  slots: readonly { start: string; stop: string | null }[],
  now: string,
): void {
  for (const [position, { start, stop }] of slots.entries()) {
    const next = slots[position + 1]?.start ?? now;
    assert.ok(stop === null ? start <= now : start < stop && stop <= next, `${start} at ${now}`);
  }
}

function clockIn(timeZone: string, instant: string): string {
  return new Date(instant).toLocaleTimeString("en-GB", { timeZone, timeStyle: "short" });
}
