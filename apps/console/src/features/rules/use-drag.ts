import { useRef, useState, type PointerEvent, type RefObject } from 'react';

/** A row that is being dragged. */
interface Drag {
  readonly id: string;
  /** Its place among the rows that can be moved, if it is dropped now. */
  readonly to: number;
}

interface Grip {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerCancel: (event: PointerEvent) => void;
}

interface Rows {
  readonly list: RefObject<HTMLOListElement | null>;
  readonly drag: Drag | null;
  /** What the grip of a row handles. */
  readonly grip: (id: string) => Grip;
}

/** Rows of a list that are dragged by a grip, with a mouse, a pen or a finger. Rows that can be moved have `data-movable`, their id. */
export function useDrag(onDrop: (id: string, to: number) => void): Rows {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const follow = (id: string, y: number): Drag => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-movable]') ?? [])];
    const others = rows.filter((row) => row.dataset['movable'] !== id);
    const isAbove = (row: HTMLElement) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2 < y;
    };
    const to = others.filter(isAbove).length;
    // A long list scrolls along.
    (others[to] ?? others.at(-1))?.scrollIntoView({ block: 'nearest' });
    return { id, to };
  };

  return {
    list,
    drag,
    grip: (id) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        // No selection of text meanwhile.
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag(follow(id, event.clientY));
      },
      onPointerMove: (event) => {
        if (drag?.id === id) setDrag(follow(id, event.clientY));
      },
      onPointerUp: (event) => {
        if (drag?.id !== id) return;
        setDrag(null);
        onDrop(id, follow(id, event.clientY).to);
      },
      onPointerCancel: () => setDrag(null),
    }),
  };
}
