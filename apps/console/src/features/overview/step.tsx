import { Check, ChevronDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classes } from '../../components/ui/classes.js';

interface Props {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** One step of getting started: a line with its state, and what is to be done when it is open. */
export function Step({ number, title, done, open, onToggle, children }: Props) {
  const id = useId();
  return (
    <li className="border-t border-line">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-12 w-full items-center gap-3.5 px-5 text-left text-sm -outline-offset-2 hover:bg-hover"
        >
          <span
            className={classes(
              'grid size-6 shrink-0 place-content-center rounded-full text-xs font-semibold',
              done ? 'bg-good-tint text-good' : open ? 'bg-accent-fill text-white' : 'border border-line text-soft',
            )}
          >
            {done ? <Check className="size-3.5" aria-label="Done" /> : number}
          </span>
          <span className={classes('min-w-0 flex-1', done && !open ? 'text-soft' : 'font-medium')}>{title}</span>
          <ChevronDown className={classes('size-4 shrink-0 text-soft', open && 'rotate-180')} aria-hidden />
        </button>
      </h3>
      <div id={id} hidden={!open} className="px-5 pt-2 pb-6 sm:pl-14.5">
        {open && children}
      </div>
    </li>
  );
}
