import { PlatformError, retryAfterMs } from '@gateway/platform-kit';
import { field, textField, type Answer } from './request.js';

const INSTALL = 'Install the app in the team, group chat or for the person: Teams, Apps, your app, Add.';

/** Hints for the error codes of the connector. */
const FIXES: Readonly<Record<string, string>> = {
  BotNotInConversationRoster: INSTALL,
  BadArgument:
    'Check the conversation id. A person is named by the object ID in Microsoft Entra (user:11111111-…), not by an e-mail address.',
  BotDisabledByAdmin: "Ask the tenant's administrator to allow the app in the Teams admin center.",
  ConversationBlockedByUser: 'The person has blocked the bot; ask them to unblock it.',
  MessageWritesBlocked: 'The person has blocked or uninstalled the bot; ask them to add it again.',
  ConversationNotFound: 'Check the conversation id of the channel, and that the app is installed there.',
  BotNotRegistered: 'Enable the Microsoft Teams channel of the Azure Bot, and check the app ID.',
  MessageSizeTooBig: 'Send a shorter text.',
};

/** Converts an error answer of the connector. */
export function toPlatformError(answer: Answer): PlatformError {
  const { status, headers } = answer;
  const { code, message } = errorOf(answer);
  const said = `Microsoft Teams: ${[code, message].filter(Boolean).join(': ') || `status ${status}`}.`.replace(
    /(?<!\.)\.+$/,
    '.',
  );
  const hint = code === undefined ? undefined : FIXES[code];
  const wanted = retryAfterMs(headers.get('retry-after'));
  const withHint = (fallback?: string) => {
    const fix = hint ?? fallback;
    return fix === undefined ? {} : { hint: fix };
  };
  switch (status) {
    case 401:
      return new PlatformError(
        'auth',
        said,
        withHint('Check the app ID, the tenant ID, and the client secret or what replaces it.'),
      );
    case 403:
      return new PlatformError('forbidden', said, withHint(INSTALL));
    case 404:
      return new PlatformError('not_found', said, withHint(FIXES['ConversationNotFound']));
    case 413:
      return new PlatformError('invalid', said, withHint(FIXES['MessageSizeTooBig']));
    case 429:
      return new PlatformError('rate_limited', said, { retryAfterMs: wanted ?? 1000 });
    // The connector's conflict with itself: retried like an error of the server.
    case 412:
      break;
    default:
      if (status >= 400 && status < 500) return new PlatformError('invalid', said, withHint());
  }
  return new PlatformError('unavailable', said, {
    ...withHint(status < 400 ? 'Check PLATFORM_TEAMS_SERVICE_URL if it is set, and any proxy on the way.' : undefined),
    ...(wanted !== null && { retryAfterMs: wanted }),
  });
}

/** The connector's error code and message; undefined when another server answered. */
export function errorOf({ json }: Answer): { code: string | undefined; message: string | undefined } {
  const error = field(json, 'error');
  const code = textField(error, 'code') ?? (typeof error === 'string' ? error : undefined);
  return { code, message: (textField(error, 'message') ?? textField(json, 'message'))?.slice(0, 300) };
}
