import { withoutUser, type PromptRecord } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { Fact, Facts } from '../../components/ui/card.js';
import { exactTime } from '../../lib/time.js';

/** What an agent's developer looks for. */
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
      <Fact name="Callback">
        {prompt.callback_url === null ? (
          <span className="text-soft">none: the agent reads the answer from the API</span>
        ) : (
          <>
            <code className="break-all">{withoutUser(prompt.callback_url)}</code>
            <span className="block text-[0.8125rem] text-soft">
              told of the answer{prompt.notify_on_expiry && ', and when there is none'}
            </span>
          </>
        )}
      </Fact>
      <Fact name="Takes">{takes(prompt)}</Fact>
      <Fact name="Asked">{exactTime(prompt.created_at)}</Fact>
      <Fact name="Time to answer">
        {prompt.expires_at === null ? 'no end' : `until ${exactTime(prompt.expires_at)}`}
      </Fact>
      <Fact name="Chat">
        <code className="break-all">{prompt.chat_id}</code>
      </Fact>
      <Fact name="Message">
        {prompt.message_id === null ? (
          <span className="text-soft">unknown</span>
        ) : (
          <code className="break-all">{prompt.message_id}</code>
        )}
      </Fact>
    </Facts>
  );
}

function takes({ options, allow_text }: PromptRecord): string {
  const choices = options.length === 1 ? 'one option' : `one of ${options.length} options`;
  if (options.length === 0) return allow_text ? 'a text' : 'nothing';
  return allow_text ? `${choices}, or a text` : choices;
}
