import { z } from 'zod';

export const promptLinks = z.boolean().meta({
  description:
    'Whether questions that are asked here first end with a link to the prompt in the console, in all their chats, and their callbacks ' +
    'have `prompt_url`. Only on a PROMPT channel, and needs `PUBLIC_WEBHOOK_URL`.',
});

export const promptUrl = z.string().meta({
  description: 'The prompt in the console. Absent unless `prompt_links` was on in its channel when it was asked.',
  examples: ['https://gateway.example.com/console/prompts/12'],
});
