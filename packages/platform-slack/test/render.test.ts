import { describe, expect, it } from 'vitest';
import { looksLikeImage, renderMessage, renderQuestion } from '../src/render.js';

const textsOf = (blocks: ReturnType<typeof renderQuestion>['blocks']) =>
  blocks.flatMap((block) => (block.type === 'section' ? (block.text?.text ?? []) : []));

describe('Slack renderQuestion', () => {
  it('returns a section, a row of buttons and a text for notifications', () => {
    expect(renderQuestion('Ship it?', [{ label: 'Yes & <go>', token: '1.0.x' }], null)).toEqual({
      text: 'Ship it?',
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: 'Ship it?', verbatim: true } },
        {
          type: 'actions',
          elements: [
            {
              type: 'button',
              action_id: 'answer-0',
              text: { type: 'plain_text', text: 'Yes & <go>', emoji: true },
              value: '1.0.x',
            },
          ],
        },
      ],
    });
  });

  it('escapes mentions and links only addresses', () => {
    const { text, blocks } = renderQuestion(
      '<!channel> @here <@U1> see https://a.example/x?a=1&b=2, (http://b.example).',
      [],
      null,
    );
    expect(text).toBe('&lt;!channel&gt; @here &lt;@U1&gt; see https://a.example/x?a=1&amp;b=2, (http://b.example).');
    expect(textsOf(blocks)).toEqual([
      '&lt;!channel&gt; @here &lt;@U1&gt; see <https://a.example/x?a=1&amp;b=2>, (<http://b.example>).',
    ]);
  });

  it.each(['rm *.log *.tmp', '_a_ ~b~ `c`', ':x: a:ok:b', '>quoted', '*see* https://a.example/_x_/?a=1&b=<2>'])(
    'shows %j as it is written, as rich text',
    (asked) => {
      const [block] = renderQuestion(asked, [], null).blocks;
      const [{ elements = [] } = {}] =
        (block as { elements?: { elements?: { text: string; url?: string }[] }[] }).elements ?? [];
      expect(block?.type).toBe('rich_text');
      expect(elements.map(({ text }) => text).join('')).toBe(asked);
      expect(elements.flatMap(({ url }) => url ?? [])).toEqual(asked.match(/https:[^<]+=/g) ?? []);
    },
  );

  it('shows an emoji by name in a label as it is written', () => {
    const { blocks } = renderQuestion('Go?', [{ label: '✅ :no_entry: Go', token: '1' }], null);
    expect(blocks[1]).toMatchObject({ elements: [{ text: { text: '✅ :no_entry: Go', emoji: false } }] });
  });

  it('draws a message with emoji by name as rich text, because no flag turns them off', () => {
    expect(renderMessage('Done :x:').blocks?.map(({ type }) => type)).toEqual(['rich_text']);
    expect(renderMessage('Done *now* at 10:20:30')).toEqual({ text: 'Done *now* at 10:20:30', mrkdwn: false });
  });

  it('keeps blocks within 3000 and the text within 4000 characters after escaping', () => {
    for (const asked of ['&'.repeat(3000), '<word> '.repeat(428), '🙂'.repeat(1500), 'a&b\n'.repeat(750)]) {
      const { text, blocks } = renderQuestion(asked, [], null);
      expect(text.length).toBeLessThanOrEqual(4000);
      expect(text).not.toMatch(/&(?!amp;|lt;|gt;)|[\ud800-\udbff]…/);
      const shown = textsOf(blocks);
      expect(Math.max(...shown.map(({ length }) => length))).toBeLessThanOrEqual(3000);
      const whole = shown.map((part, at) => (at > 0 ? part.replace(/^… /, '') : part)).join('');
      expect(whole.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')).toBe(asked);
    }
  });

  it('marks each block that goes on with a marked line', () => {
    const line = `> ${'&'.repeat(1400)} Action: list_files`;
    const [, ...others] = textsOf(renderQuestion(line, [], null).blocks);
    expect(others.length).toBeGreaterThan(0);
    for (const part of others) expect(part).toMatch(/^&gt; /);
    const [, second] = textsOf(renderQuestion(`> ${'&'.repeat(400)}\n> ${'& '.repeat(300)}`, [], null).blocks);
    expect(second).toMatch(/^&gt; &amp;/);
  });

  it('lists long options in full above the buttons', () => {
    const buttons = ['Deploy release 2026.11 to eu-west-1', 'No'].map((label, index) => ({
      label,
      token: String(index),
    }));
    expect(textsOf(renderQuestion('Where?', buttons, null).blocks)).toEqual([
      'Where?',
      '1. Deploy release 2026.11 to eu-west-1\n2. No',
    ]);
    expect(textsOf(renderQuestion('Where?', buttons.slice(1), null).blocks)).toEqual(['Where?']);
  });

  it('shows an address as an image or as a link', () => {
    const url = 'https://a.example/x.png?a=1&b=2';
    expect(renderQuestion('Look', [], { url, as: 'image' }).blocks[1]).toEqual({
      type: 'image',
      image_url: url,
      alt_text: 'Attachment',
    });
    expect(textsOf(renderQuestion('Look', [], { url, as: 'link' }).blocks)[1]).toBe(
      '<https://a.example/x.png?a=1&amp;b=2>',
    );
  });

  it.each([
    ['https://a.example/x.PNG', true],
    ['https://a.example/x.jpeg?y=.pdf', true],
    ['https://a.example/pictures/1', true],
    ['https://a.example/x.pdf', false],
    ['https://a.example/x.webp', false],
  ])('tries %s as an image: %s', (url, expected) => {
    expect(looksLikeImage(url)).toBe(expected);
  });
});

it('renderMessage of Slack returns a plain text', () => {
  expect(renderMessage('*a* <!here> & b')).toEqual({ text: '*a* &lt;!here&gt; &amp; b', mrkdwn: false });
});
