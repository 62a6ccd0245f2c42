import type { AccountRegistry } from '../connections/account-registry.js';
import { Closings } from './closing.js';
import { createGrantMessages } from './grant-messages.js';
import { Posts } from './posts.js';
import type { PostsOptions } from './make-post.js';

/** What posts and updates messages in the background. It begins with `start`. `accounts`: called after that. */
export function createPostWorkers(
  given: Omit<PostsOptions, 'accounts' | 'closings'>,
  accounts: () => Pick<AccountRegistry, 'resolve' | 'resolveIfLoaded'>,
) {
  const options = {
    ...given,
    accounts: {
      resolve: (channel) => accounts().resolve(channel),
      resolveIfLoaded: (channel) => accounts().resolveIfLoaded(channel),
    } satisfies PostsOptions['accounts'],
  };
  const closings = new Closings(options);
  const posts = new Posts({ ...options, closings });
  const grantMessages = createGrantMessages(options);
  return {
    closings,
    posts,
    grantMessages,
    start(): void {
      for (const worker of [closings, posts, grantMessages]) worker.start();
    },
  };
}
