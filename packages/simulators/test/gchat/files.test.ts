import { describe, expect, it } from 'vitest';
import { clientOf, start } from './setup.js';

describe("Google Chat simulator: files of people with Google's client", () => {
  it('are downloaded by their names in the media API', async () => {
    const { sim, ada, space } = await start();
    const bytes = Buffer.from('All is well.');
    const { written } = await sim.sendFiles({
      space,
      user: ada,
      files: [{ name: 'a.txt', type: 'text/plain', bytes }],
    });
    expect(written.attachment).toMatchObject([{ contentName: 'a.txt', source: 'UPLOADED_CONTENT' }]);
    const resourceName = written.attachment?.[0]?.attachmentDataRef?.resourceName ?? '';
    const { media } = await clientOf(sim);
    const { data } = await media.download({ resourceName, alt: 'media' }, { responseType: 'arraybuffer' });
    expect(Buffer.from(data as unknown as ArrayBuffer).toString()).toBe('All is well.');
    expect((await fetch(`${sim.url}/v1/media/${encodeURIComponent(resourceName)}?alt=media`)).status).toBe(401);
  });
});
