import type { PromptRecord } from '@gateway/contract';
import { useDirectory } from '../../../lib/records/directory.js';
import { answerer } from '../format.js';
import { AddPerson } from './add-person.js';

/** Adds to the people who answered in the chat. Those who voted are offered with their vote. */
export function AddAnswerer({ prompt }: { readonly prompt: PromptRecord }) {
  const directory = useDirectory();
  const { answered_by_id: id, votes = [], posts = [], platform } = prompt;
  // With chats on several platforms it is not known on which of them the answer was given.
  const isAmbiguous = posts.some((post) => post.platform !== platform);
  if (id === null || id.startsWith('operator:') || votes.length > 0 || isAmbiguous) return null;
  const account = { name: answerer(prompt).name, platform, user_id: id, operator_id: null };
  return (
    <div className="mt-3">
      <AddPerson account={account} directory={directory} />
    </div>
  );
}
