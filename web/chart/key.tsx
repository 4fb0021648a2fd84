import type { AllSeries } from "./data.ts";
import { LOOKS } from "./looks.ts";

/** Names of the series, with their colours and markers. */
export function Key({ series }: { readonly series: AllSeries }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption">
      {series.map(({ name }, index) => (
        <li className="flex items-center gap-1.5" key={name}>
          <svg aria-hidden="true" height="12" viewBox="-6 -6 12 12" width="12">
            <path className={LOOKS[index]?.bar} d={LOOKS[index]?.marker} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
