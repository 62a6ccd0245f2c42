import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.js';

interface Props {
  readonly label: string;
  readonly busy?: boolean;
  readonly disabledReason?: string | null;
  /** The state of the step, shown beside the button. */
  readonly children?: ReactNode;
}

/** The button to the next step. Sticks to the bottom of the window. */
export function StepFooter({ label, busy = false, disabledReason = null, children }: Props) {
  return (
    <div className="sticky bottom-14 z-10 -mx-4 flex items-center justify-end gap-4 border-t border-line bg-page px-4 py-3 sm:-mx-7 sm:px-7 md:bottom-0">
      <div className="min-w-0 flex-1">{children}</div>
      <Button type="submit" look="primary" busy={busy} disabledReason={disabledReason}>
        {label}
        <ArrowRight className="size-4" aria-hidden />
      </Button>
    </div>
  );
}
