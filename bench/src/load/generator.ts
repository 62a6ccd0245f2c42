import { startReceivers, type Receivers } from './callbacks.js';
import { events } from './events.js';
import { hold, release, requests } from './requests.js';
import type { DrainTask, Measured, Task } from './tasks.js';

/** The load generator runs in its own process. It receives a task as a message and replies with its measurement. */
const receivers = await startReceivers();

async function drain({ count }: DrainTask, { listen }: Receivers): Promise<Measured> {
  let firstAt = 0;
  let seen = 0;
  const lastAt = await new Promise<number>((resolve) => {
    listen(({ at }) => {
      firstAt ||= at;
      seen += 1;
      if (seen === count) resolve(at);
    });
  });
  return {
    count,
    perSecond: ((count - 1) / (lastAt - firstAt)) * 1000,
    p50: Number.NaN,
    p95: Number.NaN,
    p99: Number.NaN,
    outOfOrder: 0,
  };
}

function run(task: Task): Promise<Measured> {
  switch (task.kind) {
    case 'requests':
      return requests(task);
    case 'events':
      return events(task, receivers);
    case 'drain':
      return drain(task, receivers);
    case 'hold':
      return hold(task);
    case 'release':
      return release();
  }
}

process.on('message', ({ id, task }: { id: number; task: Task }) => {
  run(task).then(
    (measured) => process.send?.({ id, measured }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ receiverPorts: receivers.ports });
