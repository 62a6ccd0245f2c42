import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { send } from './requests.js';

/** The active channels of a type, for a list in the editor. */
export async function channelsOf(
  context: ILoadOptionsFunctions,
  type: 'MESSAGE' | 'PROMPT',
): Promise<INodePropertyOptions[]> {
  const channels = await send<readonly { channel_id: string; platform: string }[]>(context, {
    method: 'GET',
    path: `/v1/channels?channel_type=${type}&active=true&limit=200`,
  });
  return channels.map(({ channel_id: id, platform }) => ({ name: `${id} (${platform})`, value: id }));
}
