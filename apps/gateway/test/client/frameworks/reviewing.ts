import { until } from '../../harness/until.js';
import { startClient, type ClientOfAda } from '../asking.js';

/** A gateway whose Ada decides about tool calls. */
export interface Reviewing extends ClientOfAda {
  /** Presses a button of the newest question, once it is open. With words, replies to the request for them. */
  decide(button: string, words?: string): Promise<void>;
}

export async function startReviewing(): Promise<Reviewing> {
  const asking = await startClient();
  const { telegram, ada, list } = asking;
  let decided = 0;
  return {
    ...asking,
    async decide(button, words) {
      const num = ++decided;
      await until(async () =>
        (await list(`?ids=${num}`)).json.some(({ state }: { state: string }) => state === 'pending'),
      );
      await telegram.press({ chat: ada, button });
      if (words !== undefined) telegram.writeText({ chat: ada, text: `ID:#${num} ${words}` });
    },
  };
}
