import { z } from 'zod';
import { route } from '../routes/route.js';
import { dateTime } from '../vocabulary.js';

/** An account that answered or wrote lately and belongs to no person. */
export const recentAccount = z
  .object({
    platform: z.string(),
    user_id: z.string().meta({ description: 'The id of the user on the platform.' }),
    name: z.string().nullable().meta({
      description:
        'As the platform reported it. The user chose it, so it proves nothing: the `user_id` is what counts.',
    }),
    username: z.string().nullable().meta({ description: 'The user name on the platform, where it reported one.' }),
    last_seen_at: dateTime,
  })
  .meta({ id: 'RecentAccount' });
export type RecentAccount = z.output<typeof recentAccount>;

/** Its last part is the id of no person: `newPerson` refuses it. */
export const listRecentAccounts = route({
  id: 'listRecentAccounts',
  method: 'GET',
  path: '/v1/people/recent-accounts',
  scopes: ['people:read'],
  operatorOnly: true,
  tag: 'People',
  summary: 'List accounts that answered or wrote lately and belong to no person',
  description:
    'Requires an operator’s session, because it says who writes in all chats. The latest first, at most 50, of the last 30 days. It looks at the ' +
    'latest 1,000 answered prompts, with their votes, and at the latest 1,000 messages from chats, and only at proven channels.',
  status: 200,
  reply: z.array(recentAccount),
  errors: [400],
});
