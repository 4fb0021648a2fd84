import { type ReactNode, useId, useState } from "react";
import { Button } from "../components/button.tsx";
import { ChartTable } from "./chart-table.tsx";
import type { ChartData } from "./data.ts";
import { Hatched } from "./hatched.tsx";
import { Plot } from "./plot.tsx";

type ChartProps = {
  /** Finding of the chart, as a sentence: `Most hours were on Tuesday`. */
  readonly title: ReactNode;
  readonly data: ChartData;
  /** Heading of the places in the table: `Day`. */
  readonly placesAre: string;
  readonly format: (value: number) => string;
};

export function Chart({ title, data, placesAre, format }: ChartProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <figure aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="max-w-measure font-medium" id={id}>
          {title}
        </span>
        {/* Its letters are no larger than those of the title. */}
        <div className="max-sm:-my-2 max-sm:[&>button]:text-small">
          <Button kind="quiet" onClick={() => setTable(!isTable)}>
            {isTable ? "Show as chart" : "Show as table"}
          </Button>
        </div>
      </figcaption>
      {isTable ? (
        <ChartTable data={data} format={format} labelledBy={id} placesAre={placesAre} />
      ) : (
        <>
          <Plot data={data} format={format} />
          <Hatched data={data} />
        </>
      )}
    </figure>
  );
}
