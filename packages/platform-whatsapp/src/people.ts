import type { AccountState } from '@gateway/platform-kit';
import { targetsOf } from './person.js';

const MAX_CACHED = 10_000;

/**
 * Remembers which number belongs to a business-scoped id. After a person has taken a user name, events may have the id only, and
 * channels that were registered by the number would get none.
 * Source: https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
 */
export function createPeople(state: AccountState) {
  /** By business-scoped id; null: the number is not known. */
  const numbers = new Map<string, string | null>();

  async function numberOf(id: string): Promise<string | null> {
    let number = numbers.get(id);
    if (number === undefined) {
      number = await state.get(keyOf(id));
      cache(id, number);
    }
    return number;
  }

  function cache(id: string, number: string | null): void {
    if (numbers.size >= MAX_CACHED) numbers.clear();
    numbers.set(id, number);
  }

  return {
    /** Adds the forms of the number to an event or report that has only the id. */
    async withNumber<Entry extends { readonly targets: readonly [string, ...string[]] }>(entry: Entry): Promise<Entry> {
      const [target, ...others] = entry.targets;
      if (/^\d/.test(target)) return entry;
      const number = await numberOf(target);
      return number === null ? entry : { ...entry, targets: [target, ...others, ...targetsOf([number])] };
    },
    /** Stores the number and the id of a person from the targets of an event. */
    async remember([number, ...others]: readonly [string, ...string[]]): Promise<void> {
      const id = others.find((target) => /^[A-Z]{2}\./.test(target));
      if (id === undefined || !/^\d/.test(number) || (await numberOf(id)) === number) return;
      await state.set(keyOf(id), number);
      cache(id, number);
    },
  };
}

const keyOf = (id: string): string => `number of ${id}`;
