import type { ReactNode } from 'react';
import { useTitle } from '../../lib/title.js';
import { LanguageChoice } from './language-choice.js';

interface Props {
  readonly title: string;
  readonly help?: ReactNode;
  readonly children: ReactNode;
}

/** The page layout for a single form. */
export function Frame({ title, help, children }: Props) {
  useTitle(title);
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 px-4 py-10">
      <img src="/console/icon.svg" alt="" className="size-12" />
      <div className="w-full max-w-sm">
        <h1 className="text-center text-xl font-semibold tracking-tight">{title}</h1>
        {help !== undefined && <div className="mt-1.5 text-center text-sm text-soft">{help}</div>}
        <div className="mt-6 rounded-card border border-line bg-card p-6">{children}</div>
      </div>
      <LanguageChoice />
    </main>
  );
}
