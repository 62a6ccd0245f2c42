/** The answer to a slash command, which only the person sees. */
export const NO_COMMANDS = {
  response_type: 'ephemeral',
  text: 'This app has no commands. To answer a question, press one of its buttons or reply to it.',
} as const;
