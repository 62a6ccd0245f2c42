/** Discord's errors of single fields, nested by path. */
export type FieldErrors = { [key: string]: FieldErrors | { code: string; message: string }[] };

/** An error answer of Discord: an HTTP status and Discord's own code. */
export class DiscordError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly errors?: FieldErrors,
  ) {
    super(message);
  }
}

export const unauthorized = () => new DiscordError(401, 0, '401: Unauthorized');
export const notFound = () => new DiscordError(404, 0, '404: Not Found');
export const unknownChannel = () => new DiscordError(404, 10003, 'Unknown Channel');
export const unknownMember = () => new DiscordError(404, 10007, 'Unknown Member');
export const unknownMessage = () => new DiscordError(404, 10008, 'Unknown Message');
export const unknownUser = () => new DiscordError(404, 10013, 'Unknown User');
export const unknownWebhook = () => new DiscordError(404, 10015, 'Unknown Webhook');
export const unknownInteraction = () => new DiscordError(404, 10062, 'Unknown interaction');
export const alreadyAcknowledged = () => new DiscordError(400, 40060, 'Interaction has already been acknowledged.');
export const missingAccess = () => new DiscordError(403, 50001, 'Missing Access');
export const notTheAuthor = () => new DiscordError(403, 50005, 'Cannot edit a message authored by another user');
export const emptyMessage = () => new DiscordError(400, 50006, 'Cannot send an empty message');
export const cannotMessageUser = () => new DiscordError(403, 50007, 'Cannot send messages to this user');
export const notATextChannel = () => new DiscordError(400, 50008, 'Cannot send messages in a non-text channel');
export const missingPermissions = () => new DiscordError(403, 50013, 'Missing Permissions');
export const invalidForm = (errors: FieldErrors) => new DiscordError(400, 50035, 'Invalid Form Body', errors);

/** An invalid form body with one wrong field. */
export const invalidField = (path: readonly PropertyKey[], code: string, message: string) =>
  invalidForm(nest(path.map(String), [{ code, message }]));

/** Nests an error under its path, as Discord does. */
export function nest(path: readonly string[], errors: { code: string; message: string }[]): FieldErrors {
  return path.toReversed().reduce<FieldErrors>((inner, key) => ({ [key]: inner }), { _errors: errors });
}
