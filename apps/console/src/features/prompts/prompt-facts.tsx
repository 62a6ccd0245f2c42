import { withoutUser, type PromptRecord } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { Fact, Facts } from '../../components/ui/card.js';
import { exactTime } from '../../lib/time.js';

/** Technical details of a prompt. */
export function PromptFacts({ prompt }: { readonly prompt: PromptRecord }) {
  return (
    <Facts>
      <Fact name="Correlation id">
        {prompt.correlation_id ? (
          <Link
            to="."
            search={(now) => ({ ...now, state: 'all', correlation: prompt.correlation_id ?? undefined })}
            title="Show all prompts with this correlation id"
            className="text-accent underline underline-offset-2"
          >
            <code className="break-all">{prompt.correlation_id}</code>
          </Link>
        ) : (
          <span className="text-soft">none</span>
        )}
      </Fact>
      <Fact name="Callback URL">
        {prompt.callback_url === null ? (
          <span className="text-soft">none</span>
        ) : (
          <>
            <code className="break-all">{withoutUser(prompt.callback_url)}</code>
            <span className="block text-[0.8125rem] text-soft">
              receives the answer{prompt.notify_on_expiry && ', and the end without an answer'}
            </span>
          </>
        )}
      </Fact>
      <Fact name="Accepted answers">{acceptedAnswers(prompt)}</Fact>
      <Fact name="Created">{exactTime(prompt.created_at)}</Fact>
      <Fact name="Expires">{prompt.expires_at === null ? 'never' : exactTime(prompt.expires_at)}</Fact>
      <Fact name="Chat">
        <code className="break-all">{prompt.chat_id}</code>
      </Fact>
      <Fact name="Message">
        {prompt.message_id === null ? (
          <span className="text-soft">unknown</span>
        ) : (
          <code className="break-all">{prompt.message_id}</code>
        )}
        {prompt.delivery_state !== null && (
          <span className="block text-[0.8125rem] text-soft">
            {prompt.waiting_for_window && 'the template: '}
            {deliveryStates[prompt.delivery_state]}
          </span>
        )}
      </Fact>
    </Facts>
  );
}

const deliveryStates = {
  accepted: 'accepted by the platform, not delivered yet',
  delivered: 'delivered to the device',
  read: 'read',
  failed: 'not delivered',
};

function acceptedAnswers({ options, allow_text }: PromptRecord): string {
  const choices = options.length === 1 ? 'one option' : `one of ${options.length} options`;
  if (options.length === 0) return allow_text ? 'free text' : 'none';
  return allow_text ? `${choices}, or free text` : choices;
}
