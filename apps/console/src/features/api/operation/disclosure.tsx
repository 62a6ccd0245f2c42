import { useState, type ReactNode } from 'react';
import { classes } from '../../../components/ui/classes.js';

interface Props {
  readonly label: ReactNode;
  readonly open?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Content that is rendered when it is first opened: schemas are deep, and may contain themselves. */
export function Disclosure({ label, open: first = false, className, children }: Props) {
  const [open, setOpen] = useState(first);
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={classes('min-w-0', className)}
    >
      <summary className="w-fit max-w-full rounded text-[0.8125rem] font-medium text-accent wrap-anywhere">
        {label}
      </summary>
      {open && children}
    </details>
  );
}
