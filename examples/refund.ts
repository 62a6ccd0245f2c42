// An agent as a function of its gateway, so that it can be tested without one: refund.test.ts.
import { GatewayError, type Gateway } from '@gateway/client';

/** Pays a sum back after a person approved it, or another sum that the person gives. Returns what became of it. */
export async function refund(
  gateway: Gateway,
  order: string,
  euros: number,
  pay: (order: string, euros: number) => void,
): Promise<string> {
  const action = { name: 'refund', args: { order, euros } };
  const outcome = await gateway.decide(
    { action, decisions: ['approve', 'reject', 'edit'], consume_within_sec: 600 },
    { idempotencyKey: `refund-${order}` },
  );
  if (outcome.status !== 'answered') return 'No one decided.';
  if (outcome.answer.value === 'reject') return `Rejected: ${outcome.answer.reason ?? 'without a reason'}`;
  const args = outcome.answer.args ?? action.args;
  try {
    await gateway.consume(outcome.promptId, { action: { name: action.name, args } });
  } catch (error) {
    if (error instanceof GatewayError && error.status === 409) return `Not paid: ${error.code}`;
    throw error;
  }
  pay(args.order, args.euros);
  await gateway.addNote(outcome.promptId, { kind: 'done', text: `${args.euros} euros are paid back.` });
  return 'Paid.';
}
