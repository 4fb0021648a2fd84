import { useEffect, useState } from "react";

const REST_MS = 300;

/** A value once it has rested: several ticks in a row are sent once. */
export function useLater<Value>(value: Value): Value {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
