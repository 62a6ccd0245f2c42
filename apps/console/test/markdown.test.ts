import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../src/components/markdown/render-markdown.js';

const render = (text: string, values?: Record<string, string>) =>
  renderMarkdown(text, { under: 2, ...(values && { values }) });

describe('Markdown of a guide', () => {
  it('shows markup as text, and follows no address with a script', () => {
    expect(render('<img src=x onerror=alert(1)> <script>alert(1)</script>')).not.toMatch(/<(img|script)/);
    expect(render('[press](javascript:alert(1))')).not.toContain('javascript:');
  });

  it('fetches no pictures', () => {
    expect(render('![a pixel](https://tracker.example.com/x.png)')).not.toContain('<img');
  });

  it('opens links in a window of their own', () => {
    expect(render('[site](https://example.com)')).toContain(
      'target="_blank" rel="noreferrer" href="https://example.com"',
    );
  });

  it('puts its headings below the heading that stands above it, without its own title', () => {
    expect(render('# Pigeon\n\n## First\n\n### Second')).toBe('<h3>First</h3>\n<h4>Second</h4>');
  });

  it('puts a value in its place, with a button that copies an address', () => {
    const html = render('Enter `{{webhook_url}}` there, {{unknown}}.', {
      webhook_url: 'https://g.example.com/webhooks/a',
    });
    expect(html).toContain('<code>https://g.example.com/webhooks/a</code><button type="button" data-copy>');
    expect(html).toContain('{{unknown}}');
  });

  it('cannot be led to markup by a value', () => {
    expect(render('{{webhook_url}}', { webhook_url: '<b onclick=x>' })).not.toContain('<b');
  });

  it('draws tables that can be scrolled by the keyboard', () => {
    expect(render('| a | b |\n| - | - |\n| 1 | 2 |')).toContain('tabindex="0" role="group" aria-label="Table"><table>');
  });
});
