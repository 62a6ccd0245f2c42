import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../src/components/markdown/render-markdown.js';

const render = (text: string, values?: Record<string, string>) =>
  renderMarkdown(text, { under: 2, ...(values && { values }) });

describe('renderMarkdown', () => {
  it('escapes markup and drops javascript: links', () => {
    expect(render('<img src=x onerror=alert(1)> <script>alert(1)</script>')).not.toMatch(/<(img|script)/);
    expect(render('[press](javascript:alert(1))')).not.toContain('javascript:');
  });

  it('drops images', () => {
    expect(render('![a pixel](https://tracker.example.com/x.png)')).not.toContain('<img');
  });

  it('opens links in a new tab', () => {
    expect(render('[site](https://example.com)')).toContain(
      'target="_blank" rel="noreferrer" href="https://example.com"',
    );
  });

  it('shifts headings below the given level and drops the title', () => {
    expect(render('# Pigeon\n\n## First\n\n### Second')).toBe('<h3>First</h3>\n<h4>Second</h4>');
  });

  it('inserts values and adds a copy button to URLs', () => {
    const html = render('Enter `{{webhook_url}}` there, {{unknown}}.', {
      webhook_url: 'https://g.example.com/webhooks/a',
    });
    expect(html).toContain('<code>https://g.example.com/webhooks/a</code><button type="button" data-copy>');
    expect(html).toContain('{{unknown}}');
  });

  it('escapes markup in values', () => {
    expect(render('{{webhook_url}}', { webhook_url: '<b onclick=x>' })).not.toContain('<b');
  });

  it('renders tables that the keyboard can scroll', () => {
    expect(render('| a | b |\n| - | - |\n| 1 | 2 |')).toContain('tabindex="0" role="group" aria-label="Table"><table>');
  });
});
