import type { PlatformRecord } from '@gateway/contract';
import { Check } from 'lucide-react';
import { classes } from '../../../components/ui/classes.js';
import { t } from './texts.js';

const steps = ['platform', 'guide', 'connect', 'answers'] as const;

type Step = (typeof steps)[number];

export const nameOfStep = (step: Step): string => t.steps[step];

interface Props {
  readonly at: Step;
  readonly platform: PlatformRecord | undefined;
  /** Whether the later steps can be opened. */
  readonly ready: boolean;
  readonly onGo: (step: Exclude<Step, 'platform'> | undefined) => void;
}

/** The progress of the setup. Completed steps can be opened again. */
export function Progress({ at, platform, ready, onGo }: Props) {
  const current = steps.indexOf(at);
  return (
    <nav aria-label={t.steps.label}>
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-2">
        {steps.map((id, index) => {
          const isOpen = index === 0 || (platform !== undefined && (index === 1 || ready));
          const isDone = index < current;
          return (
            <li key={id} className="flex items-center gap-1">
              {index > 0 && <span className="h-px w-3 bg-line sm:w-8" aria-hidden />}
              <button
                type="button"
                disabled={!isOpen}
                aria-current={index === current ? 'step' : undefined}
                onClick={() => onGo(id === 'platform' ? undefined : id)}
                className={classes(
                  'flex min-h-9 items-center gap-2 rounded-control px-2 text-sm disabled:cursor-not-allowed',
                  index === current
                    ? 'font-medium text-ink'
                    : 'text-soft enabled:hover:bg-hover enabled:hover:text-ink',
                )}
              >
                <span
                  className={classes(
                    'grid size-6 shrink-0 place-content-center rounded-full text-xs font-semibold',
                    index === current
                      ? 'bg-accent-fill text-on-accent'
                      : isDone
                        ? 'bg-selected text-accent'
                        : 'border border-line text-soft',
                  )}
                >
                  {isDone ? <Check className="size-3.5" aria-label={t.steps.done} /> : index + 1}
                </span>
                <span className={index === current ? '' : 'max-sm:sr-only'}>{nameOfStep(id)}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
