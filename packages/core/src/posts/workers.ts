import type { AccountRegistry } from '../connections/account-registry.js';
import { Closings } from './closing.js';
import { GrantMessages } from './grant-messages.js';
import { Posts, type PostsOptions } from './posts.js';

/** What posts and updates messages in the background. It begins with `start`. */
export function createPostWorkers(options: Omit<PostsOptions, 'closings'>) {
  const closings = new Closings(options);
  const posts = new Posts({ ...options, closings });
  const grantMessages = new GrantMessages(options);
  return {
    closings,
    posts,
    grantMessages,
    start(accounts: AccountRegistry): void {
      for (const worker of [closings, posts, grantMessages]) worker.start(accounts);
    },
  };
}
