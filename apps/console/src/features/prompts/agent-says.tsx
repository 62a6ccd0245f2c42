import type { Action } from '@gateway/contract';
import type { ReactNode } from 'react';
import { LinkedText } from '../../components/rich-text/rich-text.js';
import { Badge } from '../../components/ui/badge.js';
import { riskTones } from './terms/risk.js';
import { t as texts } from './terms/texts.js';
import { visibleLines } from './visible-lines.js';

const t = texts.action;

interface Props {
  readonly action: Action;
  /** The question, and what belongs to it. */
  readonly children: ReactNode;
}

/** The words of the agent about an action, apart from what the gateway says. The risk is what the agent says, too. */
export function AgentSays({ action: { summary, risk }, children }: Props) {
  return (
    <figure className="mb-1 grid grid-cols-[minmax(0,1fr)] gap-2 border-l-3 border-edge pl-4">
      <figcaption className="text-[0.8125rem] font-medium text-soft">{t.says}</figcaption>
      <blockquote className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {children}
        {summary !== null && summary !== '' && (
          <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
            <LinkedText text={visibleLines(summary)} />
          </p>
        )}
        {risk !== null && (
          <p>
            <Badge tone={riskTones[risk]}>{t.risk[risk]}</Badge>
          </p>
        )}
      </blockquote>
    </figure>
  );
}
