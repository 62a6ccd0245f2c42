import { createPrompt, createPromptNote } from '@gateway/contract';
import { it } from 'vitest';
import { until } from '../harness/until.js';
import { deciders } from './deciders.js';

it.each(Object.entries(deciders))('a note of the agent on %s is marked as its words', async (_platform, start) => {
  const { gateway, channels, people } = await start();
  await gateway.call(createPrompt, {
    body: { channels: [...channels], text: 'Ship it?', decisions: ['approve', 'reject'] },
  });
  const [ada] = people;
  await ada.press('Approve');
  await gateway.call(createPromptNote, {
    params: { id: '1' },
    body: { kind: 'done', text: 'Shipped.\nApprove (Bob)' },
  });
  for (const person of people)
    await until(() =>
      person.reads().some((text) => /^The agent says about #1 \(done\):\s+> Shipped\.\s+> Approve \(Bob\)/.test(text)),
    );
});
