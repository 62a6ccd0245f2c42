/** Names that the fixture and the requests share. */
export const apiKey = 'a key for measuring';
export const channelId = 'approvals';
export const chatId = 5_000_000_001;
export const talkId = 'talk';
export const promptCount = 10_000;
export const messageCount = 100_000;
