import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageCircleQuestionMark } from 'lucide-react';
import { Badge } from '../../components/ui/badge.js';
import { Card } from '../../components/ui/card.js';
import { Empty } from '../../components/ui/list/empty.js';
import { Loaded } from '../../components/ui/list/loaded.js';
import { Time } from '../../components/ui/time.js';
import { promptBadge } from '../../lib/records/prompt-badge.js';
import { Filled } from '../../components/ui/form/filled.js';
import { recentPromptsQuery, type RecentPrompt } from './queries.js';
import { t } from './texts.js';

/** The latest prompts, updated live. */
export function Activity() {
  const query = useQuery(recentPromptsQuery);
  return (
    <Card
      flush
      title={t.latest.title}
      actions={
        <Link to="/prompts" search={{ state: 'all' }} className="text-sm text-accent hover:underline">
          {t.all}
          <span className="sr-only"> {t.latest.prompts}</span>
        </Link>
      }
    >
      <Loaded query={query}>
        {(prompts) =>
          prompts.length === 0 ? (
            <Empty icon={MessageCircleQuestionMark} title={t.latest.empty}>
              <p>{t.latest.emptyHelp}</p>
            </Empty>
          ) : (
            <ul aria-live="polite">
              {prompts.map((prompt) => (
                <Row key={prompt.id} prompt={prompt} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Row({ prompt }: { readonly prompt: RecentPrompt }) {
  const { prompt_num, text, answer, channel_id, created_at, answered_at } = prompt;
  const { label, tone } = promptBadge(prompt);
  return (
    <li className="border-t border-line">
      <Link
        to="/prompts/$num"
        params={{ num: String(prompt_num) }}
        search={{ state: 'all' }}
        className="grid grid-cols-1 gap-1 px-5 py-2.5 text-sm -outline-offset-2 hover:bg-hover"
      >
        <span className="flex items-center gap-3">
          <span dir="auto" className="min-w-0 flex-1 truncate text-left">
            {text}
          </span>
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="flex items-center gap-3 text-xs text-soft">
          <span className="min-w-0 flex-1 truncate">
            {channel_id}
            {answer !== null && (
              <>
                {' '}
                · <Filled text={t.latest.answer} parts={{ answer: <bdi>{answer}</bdi> }} />
              </>
            )}
          </span>
          <Time at={answered_at ?? created_at} />
        </span>
      </Link>
    </li>
  );
}
