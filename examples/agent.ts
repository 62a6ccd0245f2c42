// Asks people before it deploys. If it is killed while it waits, start it again: it finds its question and the answer.
// It deploys once for each approval, also if it is started a third time.
//   node agent.ts 2.4.0
import { Gateway, GatewayError } from '@gateway/client';

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
else {
  const { args } = outcome.answer;
  try {
    await gateway.consume(outcome.promptId, { action: { name: 'deploy', args } });
    console.log(`Deploying ${JSON.stringify(args)}`);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 409) throw error;
    console.log(`Not deploying: ${error.body.detail}`);
  }
}
