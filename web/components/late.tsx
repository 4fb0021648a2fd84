import { type ReactNode, useEffect, useState } from "react";

const LATE_MS = 150;

/** Shows its text after a delay, so that quick answers do not flash it. */
export function Late({ children }: { readonly children: ReactNode }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? children : null;
}
