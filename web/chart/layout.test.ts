import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import type { AllSeries, ChartData, ChartKind } from "./data.ts";
import { gutterOf, layoutOf, nameStep, pointWords, ticksFor } from "./layout.ts";

const BOX = { width: 300, height: 100 };

describe("a chart's layout", () => {
  test("bars stand on zero, and their heights are in the proportion of the values", () => {
    const { bars, baseline, ticks } = of("bars", [{ name: "You", values: [0, 5, 10] }]);
    assert.equal(baseline, 100);
    assert.deepEqual(
      bars.map(({ y, height }) => [y, height]),
      [
        [100, 0],
        [50, 50],
        [0, 100],
      ],
    );
    assert.deepEqual(
      [ticks[0], ticks.at(-1)],
      [
        { value: 0, y: 100 },
        { value: 10, y: 0 },
      ],
    );
  });

  test("a line ends between two places where its last point says so", () => {
    const places = [{ at: 0 }, { at: 1 }, { at: 1.5 }].map((place, index) => ({
      ...place,
      label: String(index),
      name: String(index),
    }));
    const series: AllSeries = [{ name: "Cash", values: [15, 5, 0] }];
    const { lines } = layoutOf({ kind: "lines", places, series }, BOX);
    assert.deepEqual(
      lines[0]?.map(({ x }) => x),
      [50, 150, 200],
    );
  });

  test("names beside bars have the order of the bars of one place", () => {
    const { labels } = of("bars", [
      { name: "Collected", values: [1, 4] },
      { name: "Paid", values: [9, 0] },
    ]);
    assert.deepEqual(
      labels.map(({ series }) => series),
      [0, 1],
    );
  });

  test("values below zero hang under the baseline", () => {
    const { bars, baseline } = of("bars", [{ name: "You", values: [10, -10] }]);
    assert.equal(baseline, 50);
    assert.deepEqual(
      bars.map(({ y, height }) => [y, height]),
      [
        [0, 50],
        [50, 50],
      ],
    );
  });

  test("the parts of a stack stand on one another, and together have the height of their sum", () => {
    const { bars } = of("stack", [
      { name: "You", values: [4, 0] },
      { name: "Others", values: [6, 10] },
    ]);
    const first = bars.filter(({ place }) => place === 0);
    assert.deepEqual(
      first.map(({ y, height }) => [Math.round(y), Math.round(height)]),
      [
        [60, 40],
        [0, 60],
      ],
    );
    assert.equal(first[0]?.x, first[1]?.x);
  });

  test("parts of a stack below zero do not cover those above it", () => {
    const { bars, baseline } = of("stack", [
      { name: "In", values: [10] },
      { name: "Out", values: [-10] },
      { name: "Fees", values: [-10] },
    ]);
    assert.deepEqual(
      bars.map(({ y, height }) => [Math.round(y - baseline), Math.round(height)]),
      [
        [-33, 33],
        [0, 33],
        [33, 33],
      ],
    );
  });

  test("bars of several series stand side by side in their place, and never in another", () => {
    const { bars, columns } = of("bars", [
      { name: "A", values: [1, 2, 3] },
      { name: "B", values: [3, 2, 1] },
    ]);
    for (const { x, width, place } of bars) {
      const column = columns[place] ?? assert.fail();
      assert.ok(x >= column.x && x + width <= column.x + column.width + 0.001);
    }
    const [a, b] = [bars[0], bars[3]];
    assert.ok(a !== undefined && b !== undefined && a.x + a.width <= b.x + 0.001);
  });

  test("a line has a point in the middle of each place", () => {
    const { lines, bars } = of("lines", [{ name: "A", values: [0, 10] }]);
    assert.deepEqual(bars, []);
    assert.deepEqual(
      lines[0]?.map(({ x, y }) => [x, y]),
      [
        [75, 100],
        [225, 0],
      ],
    );
  });

  test("names of series never stand over one another, nor outside", () => {
    const series: AllSeries = [
      { name: "A", values: [10] },
      { name: "B", values: [9.9] },
      { name: "C", values: [0] },
      { name: "D", values: [0.1] },
    ];
    const heights = of("lines", series).labels.map(({ y }) => y);
    for (const [index, y] of heights.entries()) {
      assert.ok(y <= 100.001);
      if (index > 0) assert.ok(y - (heights[index - 1] ?? 0) >= 15.999);
    }
  });

  test("without any value there is an axis, and nothing is not a number", () => {
    for (const kind of ["bars", "lines", "stack"] as const) {
      const layout = of(kind, [{ name: "A", values: [0, 0] }]);
      assert.doesNotMatch(JSON.stringify(layout), /null|NaN/);
      assert.deepEqual([layout.ticks[0]?.value, layout.baseline], [0, 100]);
    }
  });

  test("the widest label of the axis has room beside the plot, and short ones keep the usual room", () => {
    const data: ChartData = {
      kind: "bars",
      places: [{ label: "Mar", name: "March" }],
      series: [{ name: "Time", values: [1] }],
    };
    const widthOf = (label: string) => 7.1 * label.length;
    const label = (value: number) => (value === 0 ? "0" : "30 min");
    assert.ok(gutterOf(data, label, widthOf) >= widthOf("30 min") + 8);
    assert.equal(
      gutterOf(data, () => "0", widthOf),
      40,
    );
  });

  test("names on the axis are so far apart that none is over another, also the last one", () => {
    const widthOf = (label: string) => 7 * label.length;
    const step = (label: string, count: number, width: number) => {
      const places = Array.from({ length: count }, (_, at) => ({ label, name: String(at) }));
      return nameStep({ places }, width / count, widthOf);
    };
    assert.equal(step("Mon", 7, 285), 1);
    assert.equal(step("Sept", 12, 285), 2);
    // 35 months of a year: 42 px wide in columns of 8.
    const every = step("Nov 26", 35, 280);
    const last = 280 - 42;
    const before = 280 - 4 - every * 8 + 21;
    assert.ok(last - before >= 8, `${before} to ${last}`);
    assert.equal(every, 9);
  });

  test("a place is told with its values, their sum, and that it is not over", () => {
    const data: ChartData = {
      kind: "stack",
      places: [{ label: "Mo", name: "Monday", isPartial: true }],
      series: [
        { name: "You", values: [1] },
        { name: "Others", values: [2] },
      ],
    };
    const words = pointWords(data, 0, (value) => `${value} h`);
    assert.equal(words, "Monday, not over yet: You 1 h, Others 2 h, together 3 h");
  });
});

function of(kind: ChartKind, series: AllSeries) {
  const places = series[0].values.map((_, index) => ({ label: `${index}`, name: `Day ${index}` }));
  return layoutOf({ kind, places, series }, BOX);
}

test("an axis has few round values, zero among them, and reaches all data", () => {
  assert.deepEqual(ticksFor([0, 7.5]), [0, 2, 4, 6, 8]);
  assert.deepEqual(ticksFor([31]), [0, 10, 20, 30, 40]);
  assert.deepEqual(ticksFor([-3, 4]), [-4, -2, 0, 2, 4]);
  assert.deepEqual(ticksFor([]), [0, 0.5]);
  assert.deepEqual(ticksFor([0, 0]), [0, 0.5]);
});

test("whatever the data are", () => {
  const value = fc.integer({ min: -1_000_000, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), (values) => {
      const ticks = ticksFor(values);
      assert.ok(ticks.includes(0));
      assert.ok((ticks[0] ?? 0) <= Math.min(...values));
      assert.ok((ticks.at(-1) ?? 0) >= Math.max(...values));
      assert.ok(ticks.length >= 2 && ticks.length <= 7);
    }),
  );
});
