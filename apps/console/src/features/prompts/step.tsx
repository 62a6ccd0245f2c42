import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Time } from '../../components/ui/time.js';

interface StepProps {
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  readonly at?: string | null;
  /** The step is not finished. */
  readonly isOpen?: boolean;
  readonly children?: ReactNode;
}

/** A step of the prompt's timeline. */
export function Step({ icon: Icon, title, at = null, isOpen = false, children }: StepProps) {
  return (
    <li className="group relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 pb-5 last:pb-0">
      <span aria-hidden className="absolute top-7 bottom-0 left-[0.85rem] w-px bg-line group-last:hidden" />
      <span
        aria-hidden
        className={
          isOpen
            ? 'grid size-7 place-content-center rounded-full border border-dashed border-edge text-soft'
            : 'grid size-7 place-content-center rounded-full bg-sunken text-soft'
        }
      >
        <Icon className="size-3.5" />
      </span>
      <div className="grid min-w-0 content-start gap-1 pt-0.5 text-sm">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 wrap-anywhere">{title}</span>
          {at !== null && (
            <span className="text-[0.8125rem] text-soft">
              <Time at={at} />
            </span>
          )}
        </div>
        {children}
      </div>
    </li>
  );
}
