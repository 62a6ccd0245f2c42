import { counted } from '../../lib/counted.js';
import { catalogue } from '../../lib/language/language.js';

export const t = catalogue('components/retry-failed', {
  open: 'Retry failed',
  denied: 'Your role cannot retry deliveries',
  title: 'Retry failed deliveries',
  count: (count: number) => counted(count, 'failed delivery', 'failed deliveries'),
  text: (count: number) =>
    `{deliveries} will be retried with the same event ${count === 1 ? 'id and body' : 'ids and bodies'}. The retry schedule starts again.`,
  cancel: 'Cancel',
  nothing: 'There is nothing to retry',
  action: (count: number) => (count === 0 ? 'Retry' : `Retry ${counted(count, 'delivery', 'deliveries')}`),
  done: (count: number) => `Retrying ${counted(count, 'delivery', 'deliveries')}.`,
});
