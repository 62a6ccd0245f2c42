import { NAMED_MISSING, type Answerer, type AnswerProblem } from '@gateway/contract';
import type { ChannelCache } from '../channels/channel-cache.js';
import { refusalOfVoter } from '../answers/check-voter.js';
import { shownPrompts, type ShownPrompt } from '../answers/shown-prompt.js';
import { isDecider, voterOfOperator, voterOfPerson, type Voter } from '../answers/voter.js';
import { holdsAny, type Principal } from '../access/principal.js';
import { isAnswerable } from '../questions/layout.js';
import type { PromptPage } from '../ports/questions/prompt-store.js';
import type { AskedFilter, Prompts } from '../prompts/prompts.js';
import { Refusal } from '../base/refusal.js';
import type { PromptRow } from '../ports/rows.js';
import { isReachable } from '../answers/answerers.js';
import { candidatesOf, listsOf, namesOf } from '../answers/candidates.js';
import { problemsOf, type Able } from './problems.js';
import { hasVoted, mayAnswerSomewhere, placesOf, type Places } from '../answers/places.js';
import type { Services } from '../ports/services.js';

/** Pending prompts are read in batches: their terms can have 64 kB each. */
const BATCH = 100;
/** A request reads at most this many batches. The next page continues there. */
const MAX_BATCHES = 5;

export interface WaitingOptions extends Pick<Services, 'store' | 'clock'> {
  readonly channels: ChannelCache;
  readonly prompts: Pick<Prompts, 'get' | 'list' | 'stateOf'>;
}

/** Who may still answer a prompt, for one operator. */
export interface Answerers {
  /** Why the operator may not answer; null: they may, or the prompt is closed. */
  readonly refusal: string | null;
  /** Until when the operator can give the reason of their decision; null: none is expected. */
  readonly reasonUntil: Date | null;
  readonly anybody: boolean;
  readonly missing: readonly Answerer[];
  readonly missingCount: number;
  readonly problems: readonly AnswerProblem[];
}

/**
 * Who still has to answer. Approvers are looked up as at an answer and judged by the same rules, so the lists in the database are not
 * searched: pending prompts are read and compared one by one.
 */
export class Waiting {
  readonly #options: WaitingOptions;

  constructor(options: WaitingOptions) {
    this.#options = options;
  }

  /**
   * The pending prompts that wait for a person, in the order of the page. `who`: the id of the person, or `me`, the signed-in operator.
   * `last`: the prompt after which the list continues, also after few or no prompts; null: it ends here. Throws a `Refusal` for an unknown person, and
   * for one whom the caller may not read.
   */
  async list(
    principal: Principal,
    who: string,
    filter: Omit<AskedFilter, 'state'>,
    page: PromptPage,
  ): Promise<{ readonly shown: readonly ShownPrompt[]; readonly last: PromptRow | null }> {
    const { store, prompts } = this.#options;
    const voter = await this.#voter(principal, who);
    const found: ShownPrompt[] = [];
    let last: PromptRow | null = null;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const rows = await prompts.list(
        principal,
        { ...filter, state: 'pending' },
        { ...after(page, last), limit: BATCH },
      );
      for (const shown of await shownPrompts(store, rows)) {
        last = shown.prompt;
        if (await this.waitsFor(shown, voter)) found.push(shown);
        if (found.length === page.limit) return { shown: found, last };
      }
      if (rows.length < BATCH) return { shown: found, last: null };
    }
    return { shown: found, last };
  }

  /** How many prompts wait for the signed-in operator, up to a limit. `isMore`: the count ended early. */
  async count(principal: Principal, limit: number): Promise<{ readonly count: number; readonly isMore: boolean }> {
    const { shown, last } = await this.list(principal, 'me', {}, { limit, before: null });
    return { count: shown.length, isMore: last !== null };
  }

  async answerers(principal: Principal, num: number | null, id: string): Promise<Answerers> {
    const { store, channels, clock, prompts } = this.#options;
    const prompt = await prompts.get(principal, num, id);
    const voter = await voterOfOperator(store, principal);
    if (prompts.stateOf(prompt) !== 'pending') {
      const waits = prompt.reasonUntil !== null && prompt.reasonUntil.getTime() > clock.now();
      return { ...closed, reasonUntil: waits && isDecider(prompt, voter) ? prompt.reasonUntil : null };
    }
    const [shown = { prompt, votes: [], posts: [], notes: [] }] = await shownPrompts(store, [prompt]);
    const places = await placesOf(channels, shown);
    const lists = listsOf(prompt, places.first, places.later);
    const names = namesOf(lists);
    const found = names && (await store.people.named(prompt.organizationId, names));
    const able = found && ableOf(shown, places, candidatesOf(lists, found));
    return {
      refusal: await refusalOfVoter(this.#options, prompt, prompt.channelId, voter),
      reasonUntil: null,
      anybody: names === null,
      missing: (able?.missing ?? []).slice(0, NAMED_MISSING).map(({ personId, platform, userId, name }) => ({
        person_id: personId,
        platform,
        user_id: userId,
        name,
      })),
      missingCount: able?.missing.length ?? 0,
      problems: problemsOf(shown, places, found && able && { lists, found, able }),
    };
  }

  async #voter(principal: Principal, who: string): Promise<Voter> {
    const { store } = this.#options;
    if (who === 'me') {
      if (principal.operator) return await voterOfOperator(store, principal);
      throw new Refusal(
        'invalid',
        'waiting_for: me is the operator who is signed in to the console, and this is no session of one. Give the id of a person.',
        'waiting_for',
      );
    }
    if (!holdsAny(principal, ['people:read']))
      throw new Refusal('forbidden', 'waiting_for: a person needs the scope people:read as well.', 'waiting_for');
    const person = await store.people.whoIs(principal.organizationId, { personId: who });
    if (person) return voterOfPerson(person);
    throw new Refusal('invalid', `waiting_for: there is no person "${who}". GET /v1/people lists them.`, 'waiting_for');
  }

  /** Whether this person may answer a pending prompt, and has not. */
  async waitsFor(shown: ShownPrompt, voter: Voter): Promise<boolean> {
    if (!isAnswerable(shown.prompt) || hasVoted(shown, voter)) return false;
    return mayAnswerSomewhere(shown, await placesOf(this.#options.channels, shown), voter);
  }
}

/** The page that continues after `last`; null: the page itself. */
function after(page: PromptPage, last: PromptRow | null): PromptPage {
  if (last === null) return page;
  if (page.endingAfter !== undefined) return { ...page, endingAfter: last };
  return page.after === undefined ? { ...page, before: last.num } : { ...page, after: last.num };
}

const closed = { refusal: null, anybody: false, missing: [], missingCount: 0, problems: [] } as const;

function ableOf(shown: ShownPrompt, places: Places, voters: readonly Voter[]): Able {
  const allowed = voters.filter((voter) => mayAnswerSomewhere(shown, places, voter));
  const platforms = platformsOf(shown.prompt, places);
  const reachable = allowed.filter((voter) => isReachable(voter, platforms));
  const byName = (one: Voter, other: Voter) => one.name.localeCompare(other.name);
  return {
    missing: reachable.filter((voter) => !hasVoted(shown, voter)).toSorted(byName),
    voted: reachable.filter((voter) => hasVoted(shown, voter)),
    unreachable: allowed.filter((voter) => !isReachable(voter, platforms) && !hasVoted(shown, voter)).toSorted(byName),
  };
}

function platformsOf({ platform }: PromptRow, { first, later }: Places): string[] {
  return [platform, ...[...first, ...later].map((channel) => channel.platform)];
}
