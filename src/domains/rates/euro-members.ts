import type { Day } from "../../shared/time.ts";

type Fixed = { readonly from: Day; readonly rate: string };

/**
 * Currencies of countries that have adopted the euro since 2007, with the day and the units for 1 EUR that
 * the Council of the EU fixed for ever. The ECB has no rates of them since.
 */
export const EURO_MEMBERS: ReadonlyMap<string, Fixed> = new Map([
  ["SIT", { from: "2007-01-01", rate: "239.640" }],
  ["CYP", { from: "2008-01-01", rate: "0.585274" }],
  ["MTL", { from: "2008-01-01", rate: "0.429300" }],
  ["SKK", { from: "2009-01-01", rate: "30.1260" }],
  ["EEK", { from: "2011-01-01", rate: "15.6466" }],
  ["LVL", { from: "2014-01-01", rate: "0.702804" }],
  ["LTL", { from: "2015-01-01", rate: "3.45280" }],
  ["HRK", { from: "2023-01-01", rate: "7.53450" }],
  ["BGN", { from: "2026-01-01", rate: "1.95583" }],
]);
