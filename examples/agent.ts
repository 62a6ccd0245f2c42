// Asks people before it deploys. If it is killed while it waits, start it again: it finds its question and the answer.
//   node agent.ts 2.4.0
import { Gateway } from '@gateway/client';

const version = process.argv[2] ?? '2.4.0';
const gateway = new Gateway({
  url: process.env['GATEWAY_URL'] ?? 'http://localhost:8100',
  apiKey: process.env['GATEWAY_API_KEY'],
  channel: process.env['GATEWAY_CHANNEL'] ?? 'approvals',
});

const outcome = await gateway.decide(
  { action: { name: 'deploy', args: { service: 'api', version } }, decisions: ['approve', 'reject', 'edit'] },
  {
    // One key for each step of the work. With it, a second start does not ask again.
    idempotencyKey: `deploy-${version}`,
    onCreated: ({ prompt_id }) => console.log(`Asked: ${prompt_id}`),
  },
);
if (outcome.status !== 'answered') console.log(`No one decided: ${outcome.status}`);
else if (outcome.answer.value === 'reject') console.log(`Rejected: ${outcome.answer.reason ?? 'without a reason'}`);
else console.log(`Deploying ${JSON.stringify(outcome.answer.args)}`);
