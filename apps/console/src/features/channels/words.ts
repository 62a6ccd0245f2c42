import type { ChannelType } from '@gateway/contract';

export const typeLabels: Record<ChannelType, string> = { PROMPT: 'Prompts', MESSAGE: 'Messages' };
