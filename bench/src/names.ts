/** Names that the fixture and the requests share. */
export const apiKey = 'a key for measuring';
export const channelId = 'approvals';
export const chatId = 5_000_000_001;
export const talkId = 'talk';
export const promptCount = 10_000;
export const messageCount = 100_000;

/** Settings that switch the limits off: a load is measured with one key in few channels. */
export const noLimits = {
  RATE_LIMIT_KEY: '0',
  RATE_LIMIT_ADDRESS: '0',
  RATE_LIMIT_INVALID_KEYS: '0',
  RATE_LIMIT_CHANNEL: '0',
  MAX_OPEN_PROMPTS_PER_CHANNEL: '0',
};
