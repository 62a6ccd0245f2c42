import { asking, questionFields, textOrInput } from '../asking.js';
import { command } from '../command.js';
import { UsageError } from '../exit-codes.js';
import { questionOptions } from '../outcome.js';

export const ask = command({
  name: 'ask',
  summary: 'Ask a question, and wait for the answer. - reads it from standard input.',
  words: [{ name: 'QUESTION' }],
  options: {
    option: { type: 'string', multiple: true, value: 'LABEL', help: 'A button.' },
    'allow-text': { type: 'boolean', help: 'Accept a text besides the buttons. Without buttons, texts are accepted.' },
    ...questionOptions,
  },
  async run({ flags, words, context }) {
    const { option: options = [], expect: expected } = flags;
    const allowText = flags['allow-text'] === true || options.length === 0;
    const impossible = allowText ? undefined : expected?.find((each) => !options.includes(each));
    if (impossible !== undefined) throw new UsageError(`--expect ${impossible} is not one of the options.`);
    const question = {
      text: await textOrInput(words[0]),
      options,
      allow_text: allowText,
      ...questionFields(flags),
    };
    return await asking(context, flags, question, {
      ask: (waiting) => context.gateway.askHuman(question, waiting),
      ...(expected && { expected }),
    });
  },
});
