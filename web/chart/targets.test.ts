import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChartData } from "./data.ts";
import { layoutOf } from "./layout.ts";
import { targetsOf } from "./targets.ts";

const LIST = { to: "/transactions", search: {} };

const DATA: ChartData = {
  kind: "bars",
  places: [
    { label: "Oct", name: "October", link: LIST },
    {
      label: "Nov",
      name: "November",
      link: LIST,
      isPartial: true,
      partialAs: "only 1 to 3 November",
    },
  ],
  series: [
    { name: "In", values: [1, 2], links: [LIST, LIST] },
    { name: "Out", values: [3, 4], links: [LIST, LIST] },
  ],
};

function targets(data: ChartData, width: number) {
  return targetsOf(data, layoutOf(data, { width, height: 100 }), String);
}

test("each value is a target where its lists differ and there is room", () => {
  assert.deepEqual(
    targets(DATA, 96).map(({ words, x, width }) => [words, x, width]),
    [
      ["October: In 1", 0, 24],
      ["October: Out 3", 24, 24],
      ["November, only 1 to 3 November: In 2", 48, 24],
      ["November, only 1 to 3 November: Out 4", 72, 24],
    ],
  );
});

test("narrower ones are one target a place, and the narrowest lead nowhere", () => {
  const words = ["October: In 1, Out 3", "November, only 1 to 3 November: In 2, Out 4"];
  assert.deepEqual(
    targets(DATA, 94).map(({ words, link }) => [words, link]),
    words.map((text) => [text, LIST]),
  );
  assert.deepEqual(
    targets(DATA, 46).map(({ words, link }) => [words, link]),
    words.map((text) => [text, undefined]),
  );
});
