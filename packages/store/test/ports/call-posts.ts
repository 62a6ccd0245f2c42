import type { NewPost, Store } from '@gateway/core';
import { after, newPrompt, now, org } from './fixture.js';

/** Calls what asks one question in several chats, and what policies do while a prompt is pending. */
export async function callPosts({ prompts, posts, votes }: Store): Promise<void> {
  const copy: NewPost = {
    organizationId: org,
    kind: 'question',
    channelId: 'c7',
    platform: 'owl',
    chatId: '1',
    account: 'bot',
    text: null,
    failed: null,
    postDueAt: now,
    createdAt: now,
  };
  const { num } = await prompts.open(newPrompt({ stepDueAt: now, timeoutAnswer: 'Yes', expiresAt: after(1) }), null, [
    copy,
  ]);
  await prompts.posted(org, num, { messageId: 'p', messageIds: ['p'], ref: null });
  const [post] = await posts.take(org, num, after(1));
  if (!post) throw new Error('There is no post.');
  await posts.failed(post, 'no', after(1));
  await posts.again(post, after(1));
  await posts.claim(after(1), after(9), 10, ['owl']);
  await posts.nextDue(['owl']);
  await posts.posted(post, { messageId: 'c', messageIds: ['c'], ref: null });
  await posts.noteMessage(post, 'd');
  await posts.of(org, [num, 77]);
  await posts.closed([post.seq], now);
  const due = await posts.dueSteps(now, 10);
  await posts.advance(
    due.map((prompt) => ({ prompt, nextAt: null, event: 'prompt.reminded', posts: [copy] })),
    now,
  );
  await posts.nextStep(now);
  await votes.of(org, [num, 77]);
  const vote = { organizationId: org, promptNum: num, voter: 'ada', personId: null, operatorId: 'op-1' } as const;
  const account = { platform: 'pigeon', userId: '7', name: 'Ada', channelId: 'ops', sameAs: [], event: null } as const;
  await votes.cast(
    { ...vote, ...account, choice: 'approve', reason: null, reasonUntil: null, at: now },
    async (_prompt, all, voters) => {
      await voters();
      return { votes: all, answer: null, notes: [] };
    },
  );
  await votes.giveReason(
    {
      organizationId: org,
      num: 77,
      by: { voter: 'ada', platform: null, userId: null, operatorId: null, sameAs: [] },
      isDecider: true,
      words: 'x',
      at: now,
      event: null,
    },
    (body) => body,
  );
  await prompts.expireDue(after(1), 100, () => null);
}
