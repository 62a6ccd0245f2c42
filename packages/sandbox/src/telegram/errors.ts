/** An error as the Bot API answers it; `code` is also the HTTP status. */
export class TelegramError extends Error {
  constructor(
    readonly code: number,
    readonly description: string,
    readonly parameters?: { retry_after?: number; migrate_to_chat_id?: number },
  ) {
    super(description);
  }
}

export const badRequest = (reason: string) => new TelegramError(400, `Bad Request: ${reason}`);
export const forbidden = (reason: string) => new TelegramError(403, `Forbidden: ${reason}`);
export const conflict = (reason: string) => new TelegramError(409, `Conflict: ${reason}`);
/** `seconds` is a whole number, at least 1. */
export const tooManyRequests = (seconds: number) =>
  new TelegramError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
export const migrated = (chatId: number) =>
  new TelegramError(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: chatId });
