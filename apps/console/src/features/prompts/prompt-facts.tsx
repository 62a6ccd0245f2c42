import type { PromptRecord } from '@gateway/contract';
import { withoutUser } from '@gateway/contract/values';
import { Link } from '@tanstack/react-router';
import { Fact, Facts } from '../../components/ui/card.js';
import { exactTime } from '../../lib/time/time.js';
import { drawnDecision } from './terms/progress.js';
import { TermFacts } from './terms/term-facts.js';
import { t as texts } from './texts.js';

const t = texts.facts;

/** Technical details of a prompt. */
export function PromptFacts({ prompt }: { readonly prompt: PromptRecord }) {
  return (
    <Facts>
      <Fact name={t.correlationId}>
        {prompt.correlation_id ? (
          <Link
            to="."
            search={(now) => ({ ...now, state: 'all', correlation: prompt.correlation_id ?? undefined })}
            title={t.showCorrelated}
            className="text-accent underline underline-offset-2"
          >
            <code className="break-all">{prompt.correlation_id}</code>
          </Link>
        ) : (
          <span className="text-soft">{t.none}</span>
        )}
      </Fact>
      <Fact name={t.callbackUrl}>
        {prompt.callback_url === null ? (
          <span className="text-soft">{t.none}</span>
        ) : (
          <>
            <code className="break-all">{withoutUser(prompt.callback_url)}</code>
            <span className="block text-[0.8125rem] text-soft">{prompt.notify_on_expiry ? t.onEnd : t.onAnswer}</span>
          </>
        )}
      </Fact>
      <Fact name={t.answerType}>{answerType(prompt)}</Fact>
      <TermFacts prompt={prompt} />
      <Fact name={t.created}>{exactTime(prompt.created_at)}</Fact>
      <Fact name={t.expires}>{prompt.expires_at === null ? t.never : exactTime(prompt.expires_at)}</Fact>
      <Fact name={t.chat}>
        {prompt.chat_id === null ? (
          <span className="text-soft">{t.none}</span>
        ) : (
          <code className="break-all">{prompt.chat_id}</code>
        )}
      </Fact>
      <Fact name={t.message}>
        {prompt.message_id === null ? (
          <span className="text-soft">{prompt.chat_id === null ? t.none : t.unknown}</span>
        ) : (
          <code className="break-all">{prompt.message_id}</code>
        )}
        {prompt.delivery_state !== null && (
          <span className="block text-[0.8125rem] text-soft">
            {(prompt.waiting_for_window ? t.templateState : t.deliveryState)[prompt.delivery_state]}
          </span>
        )}
        {prompt.delivery_remark !== null && (
          <span className="block text-[0.8125rem] wrap-anywhere whitespace-pre-line text-bad">
            {t.partlyDelivered}
            {'\n'}
            <bdi>{prompt.delivery_remark}</bdi>
          </span>
        )}
      </Fact>
    </Facts>
  );
}

function answerType(prompt: PromptRecord): string {
  const { options, allow_text, decisions } = prompt;
  if (decisions) return t.decision(decisions.map((value) => drawnDecision(prompt, value)).join(', '));
  if (options.length === 0) return allow_text ? t.freeText : t.none;
  return (allow_text ? t.choiceOrText : t.choice)(options.length);
}
