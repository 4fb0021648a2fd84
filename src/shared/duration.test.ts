import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { clockText, readClock } from "./clock.ts";
import { durationEcho, durationText, readDuration } from "./duration.ts";

const HOUR = 3600;

const READ: readonly (readonly [string, number])[] = [
  ["1h30", 1.5 * HOUR],
  ["1h 30m", 1.5 * HOUR],
  ["1 h 30 min", 1.5 * HOUR],
  ["1H30M", 1.5 * HOUR],
  ["1 hour 30 minutes", 1.5 * HOUR],
  ["2hrs", 2 * HOUR],
  ["1:30", 1.5 * HOUR],
  ["01:30", 1.5 * HOUR],
  ["1.5", 1.5 * HOUR],
  ["1,5", 1.5 * HOUR],
  ["1,5h", 1.5 * HOUR],
  ["1.15", 4140],
  ["0.333", 1198],
  ["90m", 1.5 * HOUR],
  ["90 min", 1.5 * HOUR],
  ["7.5m", 450],
  [":30", HOUR / 2],
  [",5", HOUR / 2],
  [".5", HOUR / 2],
  ["2", 2 * HOUR],
  ["0", 0],
  ["24", 24 * HOUR],
  ["30h", 30 * HOUR],
  ["1:30:05", 1.5 * HOUR + 5],
  ["1h 30s", HOUR + 30],
  ["1h 30m 5s", 1.5 * HOUR + 5],
  ["45s", 45],
  [" 1\u00a0h\u202f30 ", 1.5 * HOUR],
];

test("a duration is read in each way that people write one", () => {
  for (const [text, seconds] of READ)
    assert.deepEqual(readDuration(text), { state: "read", value: { seconds } }, text);
});

test("a range has its start, its end and the time between, also over midnight", () => {
  for (const [text, start, end, hours, endsNextDay] of [
    ["9-10:30", 9, 10.5, 1.5, false],
    ["9–1030", 9, 10.5, 1.5, false],
    ["9am-10:30", 9, 10.5, 1.5, false],
    ["9:00 — 10.30", 9, 10.5, 1.5, false],
    ["9am to 5pm", 9, 17, 8, false],
    ["9-5pm", 9, 17, 8, false],
    ["12am-12pm", 0, 12, 12, false],
    ["13-14", 13, 14, 1, false],
    ["22-1", 22, 1, 3, true],
    ["22-24", 22, 24, 2, false],
    ["23:45-0:15", 23.75, 0.25, 0.5, true],
  ] as const)
    assert.deepEqual(
      readDuration(text),
      {
        state: "read",
        value: {
          seconds: hours * HOUR,
          range: { start: start * 60, end: end * 60, endsNextDay },
        },
      },
      text,
    );
});

test("a range that may be of either half of the day is asked about, the shorter one first", () => {
  for (const [text, ...hours] of [
    ["9-5", 8, 20],
    ["9am-5", 8, 20],
    ["11-1", 2, 14],
    ["9pm-10", 1, 13],
    ["1-5pm", 4, 16],
  ] as const) {
    const reading = readDuration(text);
    assert.ok(reading.state === "refused", text);
    assert.deepEqual(
      reading.offers.map(({ seconds }) => seconds / HOUR),
      hours,
      text,
    );
  }
});

test("an adjustment changes what was there, and never below nothing", () => {
  for (const [text, seconds] of [
    ["+15m", HOUR + 900],
    ["-0:10", HOUR - 600],
    ["\u22120:10", HOUR - 600],
    ["+1.5", 2.5 * HOUR],
    ["-1h", 0],
  ] as const)
    assert.deepEqual(readDuration(text, { from: HOUR }), { state: "read", value: { seconds } });
  assert.equal(readDuration("-2h", { from: HOUR }).state, "refused");
  assert.deepEqual(readDuration("+15", { from: HOUR }), {
    state: "refused",
    why: "Write the unit: +15m or +15h.",
    offers: [{ seconds: HOUR + 900 }, { seconds: 16 * HOUR }],
  });
});

test("a number alone is hours, and too many of them are taken for minutes only when asked", () => {
  assert.deepEqual(readDuration("45"), {
    state: "refused",
    why: "A number alone is hours, and 45 hours is more than 24.",
    offers: [{ seconds: 45 * 60 }],
  });
  assert.deepEqual(readDuration("120", { mostHours: 1000 }), {
    state: "read",
    value: { seconds: 120 * HOUR },
  });
  assert.deepEqual(offersOf("1:5"), [300 + HOUR, 3000 + HOUR]);
});

test("text without a meaning is refused with a way to write it", () => {
  for (const text of [
    "soon",
    "1:75",
    "1h90",
    "1h30:20",
    "1.5h30",
    "1 30",
    "h",
    "m",
    ":",
    "-",
    "+",
    "9-",
    "9-25",
    "9-9",
    "25:00-3",
    "1e3",
    "--5",
    "1:30:75",
    "1.2.3",
    "9 to",
    "9".repeat(100),
    `1${"0".repeat(60)}h`,
  ]) {
    const reading = readDuration(text);
    assert.ok(reading.state === "refused", text);
    assert.match(reading.why, /^[A-Z].*\.$/);
  }
  assert.deepEqual(readDuration(" \u00a0 "), { state: "empty" });
});

test("what is understood is told in hours and minutes, and as a decimal", () => {
  for (const [seconds, told] of [
    [5400, "1 h 30 (1.50)"],
    [3900, "1 h 05 (1.08)"],
    [7200, "2 h (2.00)"],
    [2700, "45 min (0.75)"],
    [0, "0 min (0.00)"],
    [5405, "1 h 30 min 5 s (1.50)"],
    [5, "5 s (0.00)"],
  ] as const)
    assert.equal(durationEcho({ seconds }), told);
  const reading = readDuration("22-1");
  assert.ok(reading.state === "read");
  assert.equal(durationEcho(reading.value), "22:00 to 1:00, 3 h (3.00), ends next day");
});

test("a duration as it is written is read as the same duration", () => {
  fc.assert(
    fc.property(fc.nat(400 * HOUR), (seconds) => {
      assert.deepEqual(readDuration(durationText(seconds)), { state: "read", value: { seconds } });
    }),
  );
});

test("a time of day as it is written is read as the same time", () => {
  fc.assert(
    fc.property(fc.nat(24 * 60), (minutes) => {
      assert.equal(readClock(clockText(minutes))?.minutes, minutes);
    }),
  );
  for (const [text, minutes] of [
    ["9", 540],
    ["930", 570],
    ["9.30", 570],
    ["9:30 pm", 1290],
    ["12am", 0],
    ["12 p.m.", 720],
    ["24:00", 1440],
  ] as const)
    assert.equal(readClock(text)?.minutes, minutes, text);
  for (const text of ["", "25", "9:60", "13pm", "0am", "24:01", "9:3", "noon"])
    assert.equal(readClock(text), null, text);
});

test("no text whatever breaks the reader, and what it reads is whole seconds in bounds", () => {
  const typed = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...Array.from("0123456789:.,hm +-–apt")) }),
  );
  fc.assert(
    fc.property(typed, fc.nat(10 * HOUR), (text, from) => {
      const reading = readDuration(text, { from });
      const all =
        reading.state === "read"
          ? [reading.value]
          : reading.state === "refused"
            ? reading.offers
            : [];
      for (const { seconds } of all) assert.ok(Number.isSafeInteger(seconds) && seconds >= 0, text);
    }),
    { numRuns: 1000 },
  );
});

function offersOf(text: string): readonly number[] {
  const reading = readDuration(text);
  return reading.state === "refused" ? reading.offers.map(({ seconds }) => seconds) : [];
}
