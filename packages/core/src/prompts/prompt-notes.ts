import { formatPromptId, limits, type NewPromptNote } from '@gateway/contract';
import type { Principal } from '../access/principal.js';
import { promptFields } from '../base/log-fields.js';
import { Refusal } from '../base/refusal.js';
import type { RateLimits } from '../limits/rate-limits.js';
import type { NoteRow, PromptRow } from '../ports/rows.js';
import type { Posts } from '../posts/posts.js';
import { agentNoteText } from '../questions/agent-note.js';
import { hasCopies, placesOf } from '../questions/messages.js';
import { noteIn } from '../questions/note.js';
import type { Services } from '../ports/services.js';

export interface NoteDeps extends Services {
  readonly posts: Pick<Posts, 'wake'>;
  readonly rateLimits: Pick<RateLimits, 'posts'>;
}

/** Adds a note of the agent to its question. The chats get it from the posts that are stored with it. */
export async function addNote(
  { store, clock, log, posts, rateLimits }: NoteDeps,
  principal: Principal,
  prompt: PromptRow,
  note: NewPromptNote,
): Promise<NoteRow> {
  const { organizationId, num, apiKeyId, operatorId } = prompt;
  if (apiKeyId !== principal.keyId || operatorId !== null || principal.kind === 'operator')
    throw new Refusal('forbidden', 'Only the key that asked can add a note.');
  const at = new Date(clock.now());
  const tooMany = refusalOf(prompt, at);
  if (tooMany) throw tooMany;
  const copies = hasCopies(prompt) ? await store.posts.of(organizationId, [num]) : [];
  const places = placesOf(prompt, copies);
  rateLimits.posts(
    organizationId,
    places.map(({ channelId }) => channelId),
  );
  const text = agentNoteText(num, note);
  const added = await store.notes.add(
    { organizationId, promptNum: num, ...note, at },
    { most: limits.notesOfPrompt, notAfter: earliest(at) },
    places.map((place) => noteIn(prompt, place, text, at, 'late_note')),
  );
  if (!added) {
    const now = await store.prompts.get(organizationId, num);
    throw (
      (now && refusalOf(now, at)) ?? new Refusal('not_found', `There is no prompt ${formatPromptId(num)} any more.`)
    );
  }
  posts.wake();
  log.info(
    { ...promptFields(prompt), note_kind: note.kind, posts: places.length },
    'An agent added a note to a prompt',
  );
  return { organizationId, promptNum: num, number: added.noteCount, ...note, at };
}

const earliest = (at: Date) => new Date(at.getTime() - limits.noteIntervalSec * 1000);

/** Why the prompt gets no further note at this time; null: it does. */
function refusalOf({ num, noteCount, notedAt }: PromptRow, at: Date): Refusal | null {
  const id = formatPromptId(num);
  if (noteCount >= limits.notesOfPrompt)
    return new Refusal('throttled', `${id} has ${noteCount} notes, and cannot have more.`, null, {
      code: 'too_many_notes',
    });
  const waitMs = notedAt === null ? 0 : notedAt.getTime() - earliest(at).getTime();
  if (waitMs <= 0) return null;
  const seconds = Math.ceil(waitMs / 1000);
  const detail = `${id} gets one note every ${limits.noteIntervalSec} s: try again in ${seconds} s.`;
  return new Refusal('throttled', detail, null, { retryAfterSec: seconds });
}
