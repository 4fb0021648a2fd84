import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { type Axis, type Times, within } from "./axis.ts";
import { FINE_STEP, type Gesture, newAt, type Point, STEP, drawnTimes } from "./gesture.ts";
import type { Timed } from "./timed.ts";

/** Pixels at the ends of a block that resize it. */
const EDGE_PX = 8;
/** A press that moves farther is a drag. */
const FAR_PX = 4;
/** A finger that moves earlier scrolls. */
const LONG_PRESS_MS = 350;
const SCROLL_WITHIN_PX = 40;
const SCROLL_BY_PX = 10;

type Held = {
  readonly gesture: Gesture;
  readonly pointer: number;
  readonly isTouch: boolean;
  readonly x: number;
  readonly y: number;
  readonly press: ReturnType<typeof setTimeout> | undefined;
};

export type Drag = { readonly id: string | null; readonly times: Times };

type Dragging = {
  /** Its children are the days. */
  readonly columns: RefObject<HTMLDivElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly axes: readonly Axis[];
  /** Entry of a block's `data-entry`; null for one that cannot be dragged. */
  readonly find: (id: string) => Timed | null;
  /** Null where nothing can be added. */
  readonly onCreate: ((times: Times) => void) | null;
  readonly onMove: (timed: Timed, times: Times) => void;
};

/** Draws, moves and resizes entries with a pointer. A finger drags after a long press. */
export function useDrag({ columns, scroller, axes, find, onCreate, onMove }: Dragging) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const held = useRef<Held | null>(null);
  const isActive = useRef(false);
  /** True after a drag: the click that ends it is ignored. */
  const isOver = useRef(false);
  const last = useRef({ x: 0, y: 0, isFine: false });
  const scrolling = useRef<ReturnType<typeof setInterval> | undefined>(undefined);

  const pointAt = (x: number, y: number): Point | null => {
    const days = columns.current?.children ?? [];
    const { left, width } = columns.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    const index = within(0, Math.floor(((x - left) / width) * days.length), days.length - 1);
    const [day, axis] = [days[index], axes[index]];
    if (day === undefined || axis === undefined) return null;
    const { top, height } = day.getBoundingClientRect();
    const share = within(0, (y - top) / height, 1);
    return { axis, at: axis.from + share * (axis.to - axis.from) };
  };
  const reached = (): Times | null => {
    const { x, y, isFine } = last.current;
    const point = pointAt(x, y);
    if (held.current === null || point === null) return null;
    return drawnTimes(held.current.gesture, point, isFine ? FINE_STEP : STEP);
  };
  const show = () => {
    const times = reached();
    if (times === null || held.current === null) return;
    const { gesture } = held.current;
    setDrag({ id: gesture.kind === "create" ? null : gesture.timed.entry.id, times });
  };
  const scroll = () => {
    const box = scroller.current;
    const { top = 0, bottom = 0 } = box?.getBoundingClientRect() ?? {};
    const { y } = last.current;
    const isAbove = y < Math.max(0, top) + SCROLL_WITHIN_PX;
    const isBelow = y > Math.min(innerHeight, bottom) - SCROLL_WITHIN_PX;
    if (!isAbove && !isBelow) return;
    // On phones the page scrolls, elsewhere the calendar.
    const isOwn = box !== null && box.scrollHeight > box.clientHeight;
    (isOwn ? box : window).scrollBy(0, isAbove ? -SCROLL_BY_PX : SCROLL_BY_PX);
    show();
  };
  const activate = () => {
    if (held.current === null) return;
    isActive.current = true;
    columns.current?.setPointerCapture(held.current.pointer);
    scrolling.current = setInterval(scroll, 16);
    show();
  };
  const end = () => {
    clearTimeout(held.current?.press);
    clearInterval(scrolling.current);
    held.current = null;
    isActive.current = false;
    setDrag(null);
  };

  const onDown = useEffectEvent((event: PointerEvent) => {
    isOver.current = false;
    if (!event.isPrimary || event.button !== 0) return;
    const gesture = gestureAt(event, pointAt(event.clientX, event.clientY), find);
    if (gesture === null || (gesture.kind === "create" && onCreate === null)) return;
    const isTouch = event.pointerType === "touch";
    last.current = { x: event.clientX, y: event.clientY, isFine: event.altKey };
    const press = isTouch ? setTimeout(activate, LONG_PRESS_MS) : undefined;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    held.current = { gesture, pointer, isTouch, x, y, press };
  });
  const onMoved = useEffectEvent((event: PointerEvent) => {
    if (held.current === null || event.pointerId !== held.current.pointer) return;
    last.current = { x: event.clientX, y: event.clientY, isFine: event.altKey };
    if (isActive.current) {
      show();
      return;
    }
    const { x, y, isTouch } = held.current;
    const isFar = Math.hypot(event.clientX - x, event.clientY - y) > FAR_PX;
    if (isFar && isTouch) end();
    else if (isFar) activate();
  });
  const onUp = useEffectEvent(() => {
    const times = reached();
    const gesture = held.current?.gesture;
    const isDrag = isActive.current;
    end();
    if (!isDrag || times === null || gesture === undefined) return;
    isOver.current = true;
    if (gesture.kind === "create") onCreate?.(times);
    else onMove(gesture.timed, times);
  });
  const onClick = useEffectEvent((event: MouseEvent) => {
    const isOnBlock = event.target instanceof Element && event.target.closest("button") !== null;
    if (isOver.current) event.stopPropagation();
    else if (!isOnBlock) {
      const point = pointAt(event.clientX, event.clientY);
      if (point !== null)
        onCreate?.(
          newAt(point.axis, drawnTimes({ kind: "create", origin: point }, point, STEP).start),
        );
    }
    isOver.current = false;
  });
  const onCancel = useEffectEvent(() => end());
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isActive.current) return;
    event.stopPropagation();
    isOver.current = true;
    end();
  });
  /** Stops scrolling, and the menu of a long press, while a finger drags. */
  const onHold = useEffectEvent((event: Event) => {
    if (isActive.current && event.cancelable) event.preventDefault();
  });

  useEffect(() => {
    const place = columns.current;
    if (place === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    place.addEventListener("pointerdown", (event) => onDown(event), { signal });
    place.addEventListener("pointermove", (event) => onMoved(event), { signal });
    place.addEventListener("pointerup", () => onUp(), { signal });
    place.addEventListener("pointercancel", () => onCancel(), { signal });
    place.addEventListener("click", (event) => onClick(event), { signal, capture: true });
    place.addEventListener("touchmove", (event) => onHold(event), { signal, passive: false });
    place.addEventListener("contextmenu", (event) => onHold(event), { signal });
    window.addEventListener("keydown", (event) => onKey(event), { signal, capture: true });
    return () => {
      listening.abort();
      onCancel();
    };
  }, [columns]);
  return drag;
}

function gestureAt(
  { target, clientY, pointerType }: PointerEvent,
  origin: Point | null,
  find: Dragging["find"],
): Gesture | null {
  if (origin === null || !(target instanceof Element)) return null;
  const block = target.closest<HTMLElement>("[data-entry]");
  // A finger draws nothing: it scrolls, and a tap adds time.
  if (block === null) return pointerType === "touch" ? null : { kind: "create", origin };
  const timed = find(block.dataset["entry"] ?? "");
  if (timed === null) return null;
  const { top, bottom, height } = block.getBoundingClientRect();
  const edge = Math.min(EDGE_PX * (pointerType === "touch" ? 2 : 1), height / 4);
  const { from, to } = origin.axis;
  // A part that is cut at midnight has no edge there.
  if (clientY > bottom - edge && timed.times.stop <= to) return { kind: "end", origin, timed };
  if (clientY < top + edge && timed.times.start >= from) return { kind: "start", origin, timed };
  return { kind: "move", origin, timed };
}
