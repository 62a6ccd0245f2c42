/** An error of the connector. */
export class ConnectorError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  get body(): object {
    return { error: { code: this.code, message: this.message } };
  }
}

export const badSyntax = (message: string) => new ConnectorError(400, 'BadSyntax', message);
export const conversationNotFound = () => new ConnectorError(404, 'ConversationNotFound', 'Conversation not found.');
export const activityNotFound = () =>
  new ConnectorError(404, 'ActivityNotFoundInConversation', 'The activity was not found in the conversation.');
export const notInRoster = () =>
  new ConnectorError(403, 'BotNotInConversationRoster', 'The bot is not part of the conversation roster.');
export const tooBig = () => new ConnectorError(413, 'MessageSizeTooBig', 'Message size too large.');
