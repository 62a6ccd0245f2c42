import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly children: ReactNode;
}

/** Around a step. Takes the focus when another begins: the keyboard goes on from its top, and it is read aloud by name. */
export function StepFrame({ name, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    frame.current?.focus({ preventScroll: true });
  }, [name]);
  return (
    <div ref={frame} role="group" aria-label={name} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      {children}
    </div>
  );
}
