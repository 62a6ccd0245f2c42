import type { Context } from './api.js';
import type { Button, InboundEvent } from '@gateway/platform-kit';

/** How people choose: by the number of an option, in a reply. `edit`: a posted question is not changed. */
export const choices = { buttons: { max: 10, labelLength: 100, dataBytes: 32 }, edit: 'none' } as const;

/** The text of a question with its options as a numbered list. */
export function withOptions(text: string, buttons: readonly Button[]): string {
  if (buttons.length === 0) return text;
  return [text, '', ...buttons.map(({ label }, place) => `${place + 1}. ${label}`), '', 'Reply with the number.'].join(
    '\n',
  );
}

/** Remembers the options of the newest question in a chat, so that a number is a choice. */
export function createOptions({ state }: Pick<Context, 'state'>) {
  return {
    remember: async (target: string, messageId: string, buttons: readonly Button[]): Promise<void> =>
      state.set(`question ${target}`, JSON.stringify({ messageId, tokens: buttons.map(({ token }) => token) })),
    /** A text that is the number of an option, as a press. Other events stay as they are. */
    async read(event: InboundEvent): Promise<InboundEvent> {
      const number = event.kind === 'text' ? /^\s*(\d{1,2})\s*$/.exec(event.text)?.[1] : undefined;
      const kept = number === undefined ? null : await state.get(`question ${event.targets[0]}`);
      if (kept === null) return event;
      const { messageId, tokens } = JSON.parse(kept) as { messageId: string; tokens: string[] };
      const token = tokens[Number(number) - 1];
      const { id, targets, sender } = event;
      return token === undefined ? event : { kind: 'press', id, targets, sender, messageId, token };
    },
  };
}
