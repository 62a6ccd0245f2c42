import type { PromptRecord } from '@gateway/contract';
import { formatPromptId, plainText, visible } from '@gateway/contract/values';
import { requesterLine } from '../terms/requester.js';
import { differences } from './alike.js';
import { differingTexts } from './differing-texts.js';
import { t as texts } from './texts.js';

const t = texts.dialog;

/** So many prompts are listed; the number of the others is given. */
const LISTED = 20;
/** So many arguments fit beside the question; the number of the others is given. */
const COLUMNS = 4;
/** The prompts that are answered together, each with the arguments that are not the same in all of them. */
export function BatchTable({ prompts }: { readonly prompts: readonly PromptRecord[] }) {
  const differing = differences(prompts);
  const columns = differing.slice(0, COLUMNS).map(({ name, values }) => ({ name, texts: differingTexts(values) }));
  return (
    <div className="grid gap-1.5">
      <div
        tabIndex={0}
        role="group"
        aria-label={t.questions}
        className="max-h-[45dvh] overflow-auto rounded-control bg-sunken"
      >
        <table className="w-full text-left">
          <caption className="sr-only">{t.questions}</caption>
          <thead>
            <tr className="border-b border-line text-xs text-soft">
              <th scope="col" className="px-3 py-2 font-medium">
                {t.question}
              </th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className="px-3 py-2 font-medium">
                  <div dir="auto" className="w-max max-w-56 wrap-anywhere">
                    {visible(name)}
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {prompts.slice(0, LISTED).map((prompt, row) => (
              <tr key={prompt.prompt_num} className="align-top">
                <th scope="row" className="min-w-40 px-3 py-1.5 font-normal">
                  <p dir="auto" className="line-clamp-2 wrap-anywhere">
                    {`${formatPromptId(prompt.prompt_num)} ${plainText(prompt.text)}`}
                  </p>
                  {prompt.requested_by && (
                    <p dir="auto" className="text-soft wrap-anywhere">
                      {requesterLine(prompt)}
                    </p>
                  )}
                </th>
                {columns.map(({ name, texts }) => (
                  <td key={name} className="px-3 py-1.5 font-mono text-[0.8125rem]">
                    <div dir="auto" className="max-h-24 w-max max-w-56 overflow-y-auto wrap-anywhere">
                      {texts[row]}
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {prompts.length > LISTED && <p className="text-soft">{t.more(prompts.length - LISTED)}</p>}
      {differing.length > COLUMNS && <p className="text-soft">{t.moreArguments(differing.length - COLUMNS)}</p>}
    </div>
  );
}
