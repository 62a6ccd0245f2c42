import { describe, expect, it } from 'vitest';
import { onEveryEngine } from '../engines.js';
import { after, freshStore, freshStores, newAnswer, newPrompt, now, org, twoStores } from './fixture.js';
import { newHostedFile } from './hosted-file-fixture.js';

onEveryEngine((engine) => {
  describe('hosted files', () => {
    it('are counted up to the limit, also when two instances add at the same time', async () => {
      const [one, other] = await twoStores(engine);
      const added = await Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          (index % 2 ? one : other).hostedFiles.add(newHostedFile(`f${index}`), 10),
        ),
      );
      expect(added.filter(Boolean)).toHaveLength(5);
    });

    it('release their size once when two instances remove the same file', async () => {
      const [one, other] = await twoStores(engine);
      const bytes = new Uint8Array(1024);
      for (const hash of ['a', 'b']) {
        expect(await one.hostedFiles.add(newHostedFile(hash, { size: 1025 }), 4)).toBe(true);
        for (let number = 0; number < 40; number += 1) await one.hostedFiles.append(hash, number, bytes);
      }
      await Promise.all([one.hostedFiles.remove('a'), other.hostedFiles.remove('a')]);
      expect(await one.hostedFiles.chunk('a', 39)).toBeNull();
      expect(await other.hostedFiles.chunk('b', 39)).toHaveLength(1024);
      expect(await one.hostedFiles.add(newHostedFile('c', { size: 3072 }), 4)).toBe(false);
      expect(await one.hostedFiles.add(newHostedFile('c', { size: 2048 }), 4)).toBe(true);
    });

    it('are due with the state of their prompt, and found until they end', async () => {
      const { hostedFiles, prompts } = await freshStore(engine);
      const { num } = await prompts.open(newPrompt());
      await hostedFiles.add(newHostedFile('open', { promptNum: num }), 100);
      await hostedFiles.add(newHostedFile('lost', { promptNum: num + 1, checkAt: after(61) }), 100);
      expect(await hostedFiles.due(after(59), 10)).toEqual([]);
      expect(await hostedFiles.due(after(61), 10)).toEqual([
        { tokenHash: 'open', endsAt: null, ofAnswer: false, promptState: 'posting' },
        { tokenHash: 'lost', endsAt: null, ofAnswer: false, promptState: null },
      ]);
      await hostedFiles.reschedule(['open'], { checkAt: after(90), endsAt: after(90) });
      expect(await hostedFiles.find('open', after(89))).toMatchObject({ promptNum: num, endsAt: after(90) });
      expect(await hostedFiles.find('open', after(90))).toBeNull();
      expect((await hostedFiles.due(after(89), 10)).map(({ tokenHash }) => tokenHash)).toEqual(['lost']);
    });

    it('of an answer are served as long as the prompt if the answer counts, and for an hour otherwise', async () => {
      const { hostedFiles, prompts, retention } = await freshStore(engine);
      const prompt = await prompts.open(newPrompt());
      const received = { promptNum: prompt.num, ofAnswer: true, checkAt: after(3600), endsAt: after(3600) };
      for (const hash of ['first', 'second', 'late']) await hostedFiles.add(newHostedFile(hash, received), 100);
      const files = (...hashes: string[]) =>
        hashes.map((tokenHash) => ({ name: 'a', type: 'b', size: 1, sha256: 'c', url: 'd', tokenHash }));
      const answers = [
        newAnswer(prompt, { files: files('first', 'second') }),
        newAnswer(prompt, { files: files('late') }),
      ];
      const outcomes = [];
      for (const answer of answers) outcomes.push((await prompts.answer(answer)).outcome);
      expect(outcomes).toEqual(['answered', 'closed']);
      expect((await prompts.get(org, prompt.num))?.answerFiles).toEqual(files('first', 'second'));
      const servedAt = async (seconds: number) => {
        const found = await Promise.all(
          ['first', 'second', 'late'].map((hash) => hostedFiles.find(hash, after(seconds))),
        );
        return found.map((file) => file?.tokenHash ?? null);
      };
      expect(await servedAt(3599)).toEqual(['first', 'second', 'late']);
      expect(await servedAt(3601)).toEqual(['first', 'second', null]);
      expect(await hostedFiles.ofPrompt(org, prompt.num, after(60))).toBeNull();
      await retention.remove({ of: 'prompts', organizationId: org, before: after(60) }, 10);
      expect(await servedAt(3601)).toEqual([null, null, null]);
    });

    it('are no longer served when the retention settings delete their prompt', async () => {
      const { stores, database } = await freshStores(engine);
      const [{ hostedFiles, prompts, retention }] = stores;
      const { num } = await prompts.open(newPrompt());
      await hostedFiles.add(newHostedFile('a', { promptNum: num, checkAt: after(3600) }), 100);
      await database.sql.run(`UPDATE prompt SET state = 'answered', answered_at = ?`, [now]);
      expect(await hostedFiles.find('a', after(60))).not.toBeNull();
      expect(await retention.remove({ of: 'prompts', organizationId: org, before: after(1) }, 10)).toBe(1);
      expect(await hostedFiles.find('a', after(60))).toBeNull();
      expect(await hostedFiles.due(after(60), 10)).toMatchObject([{ tokenHash: 'a', promptState: null }]);
    });
  });
});
