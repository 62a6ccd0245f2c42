import type { PromptPost } from '@gateway/contract';
import { Link } from '@tanstack/react-router';
import { PlatformMark } from '../../../components/platform-mark.js';
import { Badge } from '../../../components/ui/badge.js';
import { Card } from '../../../components/ui/card.js';
import { t as texts } from './texts.js';

const t = texts.posts;

interface Props {
  readonly posts: readonly PromptPost[];
  /** Whether the prompt still waits for an answer. */
  readonly isOpen: boolean;
}

/** The messages with the question, one per chat. */
export function PostsCard({ posts, isOpen }: Props) {
  return (
    <Card title={t.title} help={posts.length > 1 ? t.help : undefined}>
      <ul aria-label={t.title} className="grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
        {posts.map((post) => (
          <li key={post.channel_id} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <PlatformMark id={post.platform} className="size-4.5" />
              <Link
                to="/channels/$channelId"
                params={{ channelId: post.channel_id }}
                className="min-w-0 wrap-anywhere text-accent underline underline-offset-2"
              >
                {post.channel_id}
              </Link>
              <code className="min-w-0 break-all text-soft">{post.chat_id}</code>
              <PostBadge post={post} />
            </div>
            {post.failed !== null && (
              <p dir="auto" className="text-[0.8125rem] text-bad wrap-anywhere">
                {post.failed}
              </p>
            )}
            {post.uninspectable === true && (
              <p className="text-[0.8125rem] text-wait">
                {t.uninspectable} {isOpen && t.answerHere}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PostBadge({ post: { failed, message_id, closed_at } }: { readonly post: PromptPost }) {
  if (failed !== null) return <Badge tone="bad">{t.failed}</Badge>;
  if (closed_at !== null) return <Badge>{t.closed}</Badge>;
  return message_id === null ? <Badge tone="wait">{t.posting}</Badge> : <Badge tone="good">{t.posted}</Badge>;
}
