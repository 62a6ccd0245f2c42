import type { NewPost, PostStore, PromptMessage } from '@gateway/core';
import { batchOf } from '../../sql/batch.js';
import { among } from '../../sql/conditions.js';
import { insertInto } from '../../sql/insert.js';
import type { PostRow, PromptRow } from '../../sql/rows.js';
import type { Sql } from '../../sql/sql.js';
import { runUnit, type Step } from '../../sql/steps.js';
import { storable, storableJson } from '../../sql/storable.js';
import { skipLocked, type Port } from '../port.js';
import { lockPrompt, messageLinks, messagesStep } from './posting.js';
import { writeAudit } from '../records/audit.js';
import { promptEvent, streamEventWriter } from '../deliveries/stream-events.js';

const columns = {
  kind: 'text',
  channel_id: 'text',
  platform: 'text',
  chat_id: 'text',
  account: 'text',
  note: 'text',
  problem: 'text',
  due_at: 'timestamptz',
  attempts: 'integer',
  made_at: 'timestamptz',
  unseen: 'boolean',
} as const;

const rowOf = (post: NewPost) => ({
  kind: post.kind,
  channel_id: post.channelId,
  platform: post.platform,
  chat_id: post.chatId,
  account: post.account,
  note: storable(post.text),
  problem: storable(post.failed),
  due_at: post.postDueAt,
  attempts: post.postAttempts ?? 0,
  made_at: post.createdAt,
  unseen: post.uninspectable ?? false,
});

const insertColumns = `
  INSERT INTO prompt_post (organization_id, prompt_num, kind, channel_id, platform, chat_id, account, text, failed,
    post_due_at, post_attempts, created_at, uninspectable)`;
const values = 'kind, channel_id, platform, chat_id, account, note, problem, due_at, attempts, made_at, unseen';

/** The step that adds posts to the prompt that the step `after` returned. It returns the row of a single post that is claimed. */
export function postsStep(engine: Port['engine'], after: string, posts: readonly NewPost[]): Step {
  const made = batchOf(engine, 'made', columns);
  const list = values.replace(/\w+/g, (column) => `made.${column}`);
  const isClaimed = posts.length === 1 && posts[0]?.postAttempts === 1;
  return {
    name: 'added',
    statement: `${insertColumns} SELECT ${after}.organization_id, ${after}.num, ${list} FROM ${after}, ${made.table}
      ${isClaimed ? 'RETURNING prompt_post.*' : ''}`,
    params: [made.parameter(posts.map(rowOf))],
  };
}

/** Adds any number of posts, also none, to prompts, in one statement. */
function postInserter(
  engine: Port['engine'],
): (tx: Sql, posts: readonly { readonly promptNum: number; readonly post: NewPost }[]) => Promise<void> {
  const made = batchOf(engine, 'made', { owner: 'text', asked: 'integer', ...columns });
  const statement = `${insertColumns} SELECT owner, asked, ${values} FROM ${made.table}`;
  return async (tx, posts) => {
    if (posts.length === 0) return;
    const rows = posts.map(({ promptNum, post }) => {
      const key = { owner: post.organizationId, asked: promptNum };
      return { ...key, ...rowOf(post) };
    });
    await tx.run(statement, [made.parameter(rows)]);
  };
}

/** Further messages about prompts. `post_due_at` is both schedule and claim. */
export function postStore(port: Port): PostStore {
  const { engine, sql, announce } = port;
  const insertPosts = postInserter(engine);
  const appendEvents = streamEventWriter(engine);
  const ofPlatforms = among(engine, 'platform');
  const linkStatement = messageLinks(engine);
  const steps = batchOf(
    engine,
    'made',
    { owner: 'text', asked: 'integer', done: 'integer', next_at: 'timestamptz' },
    'asked',
  );
  // A question whose first message is not posted yet may still be discarded.
  const isAsked = `EXISTS (
    SELECT 1 FROM prompt asked WHERE asked.organization_id = prompt_post.organization_id
      AND asked.num = prompt_post.prompt_num AND asked.state <> 'posting')`;
  // A closed prompt has no next step. An equation would be looked up in an index on the state, among all pending prompts.
  const isOpen = `state <> 'posting'`;
  // Not an equation of the column: SQLite would compare each step with all pending prompts.
  const isPending = `state || '' = 'pending'`;
  const keyOf = ({ organizationId, num }: Pick<PromptRow, 'organizationId' | 'num'>) => `${organizationId}/${num}`;

  /** Removes a note that is in its chat. The prompt is not locked: a note is no message of the question. */
  async function notePosted(
    { organizationId, promptNum: num, kind, channelId, seq }: PostRow,
    ids: ReadonlySet<string>,
  ) {
    const { about } = await runUnit<{ about: PromptRow }>(port, [
      {
        name: 'about',
        statement: 'SELECT * FROM prompt WHERE organization_id = ? AND num = ?',
        params: [organizationId, num],
      },
      // A reply to the words of the agent is no answer to the question.
      ...(kind === 'note' ? [messagesStep(engine, 'about', ids, channelId)] : []),
      { name: 'removed', statement: 'DELETE FROM prompt_post WHERE seq = ?', params: [seq] },
    ]);
    if (about) announce({ kind: 'prompt', organizationId, num });
    return about ?? null;
  }

  return {
    of: (organizationId, nums) =>
      sql.all<PostRow>(
        `SELECT * FROM prompt_post WHERE organization_id = ? AND ${among(engine, 'prompt_num', 'integer')}
         AND kind = 'question' ORDER BY seq`,
        [organizationId, JSON.stringify(nums)],
      ),

    take: (organizationId, num, until) =>
      sql.all<PostRow>(
        `UPDATE prompt_post SET post_attempts = 1, post_due_at = ?
         WHERE organization_id = ? AND prompt_num = ? AND kind = 'question' AND post_attempts = 0
           AND post_due_at IS NOT NULL
         RETURNING *`,
        [until, organizationId, num],
      ),

    claim: (now, until, limit, platforms) =>
      sql.all<PostRow>(
        `WITH due AS (
           SELECT seq FROM prompt_post WHERE post_due_at <= ? AND ${ofPlatforms} AND ${isAsked}
           ORDER BY post_due_at LIMIT ? ${skipLocked(port)}
         )
         UPDATE prompt_post SET post_attempts = post_attempts + 1, post_due_at = ?
         WHERE seq IN (SELECT seq FROM due) RETURNING *`,
        [now, JSON.stringify(platforms), limit, until],
      ),

    async posted(post, { messageId, messageIds, ref }) {
      const { organizationId, promptNum } = post;
      const ids = new Set([messageId, ...messageIds].filter((id) => id !== ''));
      if (post.kind !== 'question') return await notePosted(post, ids);
      const prompt = await sql.write(async (tx) => {
        const locked = await lockPrompt(tx, organizationId, promptNum);
        if (!locked) return null;
        await tx.run(...linkStatement(post, ids, true));
        return await keepPost(tx, locked, post, { messageId, ref });
      });
      if (prompt) announce({ kind: 'prompt', organizationId, num: promptNum });
      return prompt;
    },

    async noteMessage(post, messageId) {
      const { organizationId, promptNum: num } = post;
      await sql.write(async (tx) => {
        const locked = await lockPrompt(tx, organizationId, num);
        if (locked) await keepPost(tx, locked, post, { messageId, ref: null });
      });
      announce({ kind: 'prompt', organizationId, num });
    },

    async failed({ kind, seq, postAttempts }, reason, retryAt) {
      // A press may have shown that it is in the chat.
      const held = 'seq = ? AND post_attempts = ? AND message_id IS NULL';
      if (kind !== 'question' && !retryAt) await sql.run(`DELETE FROM prompt_post WHERE ${held}`, [seq, postAttempts]);
      else
        await sql.run(`UPDATE prompt_post SET failed = ?, post_due_at = ? WHERE ${held}`, [
          storable(reason),
          retryAt,
          seq,
          postAttempts,
        ]);
    },

    async shownWhole({ organizationId, num }, seq, isShown) {
      const where = seq === null ? 'organization_id = ? AND num = ?' : 'seq = ?';
      const key = seq === null ? [organizationId, num] : [seq];
      const table = seq === null ? 'prompt' : 'prompt_post';
      await sql.run(`UPDATE ${table} SET uninspectable = ? WHERE ${where}`, [!isShown, ...key]);
      announce({ kind: 'prompt', organizationId, num });
    },

    again: async ({ seq, postAttempts }, until) =>
      (await sql.first<PostRow>(
        `UPDATE prompt_post SET post_attempts = post_attempts + 1, post_due_at = ?
         WHERE seq = ? AND post_attempts = ? AND message_id IS NULL RETURNING *`,
        [until, seq, postAttempts],
      )) ?? null,

    async nextDue(platforms) {
      const next = await sql.first<Pick<PostRow, 'postDueAt'>>(
        `SELECT post_due_at FROM prompt_post WHERE post_due_at IS NOT NULL AND ${ofPlatforms} AND ${isAsked}
         ORDER BY post_due_at LIMIT 1`,
        [JSON.stringify(platforms)],
      );
      return next?.postDueAt ?? null;
    },

    async closed(seqs, at) {
      const shownHere = `${among(engine, 'seq', 'bigint')} AND message_id IS NOT NULL`;
      await sql.run(`UPDATE prompt_post SET closed_at = ? WHERE ${shownHere}`, [at, JSON.stringify(seqs)]);
    },

    dueSteps: (now, limit) =>
      sql.all<PromptRow>(
        `SELECT * FROM prompt WHERE step_due_at <= ? AND ${isOpen} AND (expires_at <= ?) IS NOT TRUE
         ORDER BY step_due_at LIMIT ?`,
        [now, now, limit],
      ),

    async advance(due, at) {
      const made = await sql.write(async (tx) => {
        const rows = due.map(({ prompt, nextAt }) => ({
          owner: prompt.organizationId,
          asked: prompt.num,
          done: prompt.stepsDone,
          next_at: nextAt,
        }));
        const changed = await tx.all<Pick<PromptRow, 'organizationId' | 'num'>>(
          `UPDATE prompt SET steps_done = steps_done + 1, step_due_at = next_at FROM ${steps.table}
           WHERE organization_id = owner AND num = asked AND steps_done = done AND ${isPending}
             AND (expires_at IS NULL OR expires_at > ?)
           RETURNING organization_id, num`,
          [steps.parameter(rows), at],
        );
        const keys = new Set(changed.map(keyOf));
        const advanced = due.filter(({ prompt }) => keys.has(keyOf(prompt)));
        await insertPosts(
          tx,
          advanced.flatMap(({ prompt, posts }) => posts.map((post) => ({ promptNum: prompt.num, post }))),
        );
        await appendEvents(
          tx,
          advanced.map(({ prompt, event }) => promptEvent(event, prompt, at)),
        );
        for (const { audit } of advanced) await writeAudit(tx, audit);
        return advanced;
      });
      announce(
        ...made.map(({ prompt: { organizationId, num } }) => ({ kind: 'prompt', organizationId, num }) as const),
      );
      return made;
    },

    async nextStep(now) {
      const next = await sql.first<Pick<PromptRow, 'stepDueAt'>>(
        `SELECT step_due_at FROM prompt WHERE step_due_at > ? AND ${isOpen} ORDER BY step_due_at LIMIT 1`,
        [now],
      );
      return next?.stepDueAt ?? null;
    },
  };
}

/**
 * Records a message that carries the question in another chat. The row of the post keeps the first one that becomes known; a further
 * one, from an instance that was thought to have crashed, gets a row of its own. If the prompt is closed, its messages are due for
 * closing.
 */
async function keepPost(
  tx: Sql,
  prompt: PromptRow,
  post: PostRow,
  { messageId, ref }: PromptMessage,
): Promise<PromptRow> {
  const { organizationId, num } = prompt;
  const known = ref && storableJson(ref);
  const changed = await tx.run(
    `UPDATE prompt_post SET message_id = ?, message_ref = coalesce(?, message_ref), failed = NULL, post_due_at = NULL, closed_at = NULL
     WHERE organization_id = ? AND prompt_num = ? AND kind = 'question' AND channel_id = ?
       AND (message_id = ? OR (seq = ? AND message_id IS NULL))`,
    [messageId, known, organizationId, num, post.channelId, messageId, post.seq],
  );
  if (changed === 0) {
    const { seq: _seq, ...row } = post;
    const kept = { ...row, messageId, messageRef: known, failed: null, postDueAt: null, closedAt: null };
    await tx.run(...insertInto('prompt_post', kept));
  }
  if (prompt.state === 'pending' || prompt.state === 'posting') return prompt;
  const [due] = await tx.all<PromptRow>(
    `UPDATE prompt SET close_due_at = coalesce(answered_at, created_at), close_attempts = 0
     WHERE organization_id = ? AND num = ? RETURNING *`,
    [organizationId, num],
  );
  return due ?? prompt;
}
