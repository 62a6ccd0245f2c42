import type { ReactNode } from 'react';
import { Brand } from '../../components/brand.js';
import { useTitle } from '../../lib/page/title.js';
import { LanguageChoice } from './language-choice.js';

interface Props {
  readonly title: string;
  readonly help?: ReactNode;
  readonly children: ReactNode;
}

/** The page layout for a single form, beside the mark on a wide window. */
export function Frame({ title, help, children }: Props) {
  useTitle(title);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(30rem,2fr)_3fr]">
      <main className="grid grid-rows-[auto_1fr] gap-8 px-5 py-6 sm:px-10 sm:py-8">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Brand large />
          <LanguageChoice />
        </div>
        <div className="w-full max-w-sm justify-self-center sm:self-center sm:pb-16">
          <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
          {help !== undefined && <div className="mt-1.5 text-sm text-soft">{help}</div>}
          <div className="mt-6">{children}</div>
        </div>
      </main>
      <Gate />
    </div>
  );
}

/** The mark, so large that only the gate and the person in it remain. It is dark in both themes. */
function Gate() {
  return (
    <div aria-hidden className="sticky top-0 grid h-dvh items-end overflow-hidden bg-[#12161b] max-lg:hidden">
      <svg viewBox="0 0 100 100" preserveAspectRatio="xMidYMax slice" className="size-full" fill="none">
        <path d="M8 100V62a42 42 0 0 1 84 0v38" stroke="#1c222a" strokeWidth="8" />
        <path d="M24 100V62a26 26 0 0 1 52 0v38" className="stroke-mark" strokeWidth="10" />
        <circle cx="50" cy="88" r="11" className="fill-mark" />
      </svg>
    </div>
  );
}
