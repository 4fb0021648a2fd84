const TOGETHER_MS = 300;
/**
 * Time between two runs. While an assistant writes all the time, each tab of a browser sends some
 * requests a run, and a person may send 600 a minute.
 */
const SPACING_MS = 3000;

/** Runs the work soon after a call: once for all calls within a moment, and seldom. */
export function throttle(work: () => void): () => void {
  let isAsked = false;
  let isWaiting = false;
  const runAfter = (milliseconds: number) => {
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (!isAsked) return;
      isAsked = false;
      work();
      runAfter(SPACING_MS);
    }, milliseconds);
  };
  return () => {
    isAsked = true;
    if (!isWaiting) runAfter(TOGETHER_MS);
  };
}
