import { between, markdownTable } from './markdown.mjs';

const written = 'written by `node scripts/cli.mjs tables`';
const markers = {
  cost: { begin: `<!-- cost: ${written} -->`, end: '<!-- end of cost -->' },
  needs: { begin: `<!-- needs: ${written} -->`, end: '<!-- end of needs -->' },
};

/**
 * A text with both tables between their markers. Throws when they are missing.
 * @param {string} text
 * @param {{ cost: readonly (readonly string[])[], needs: readonly (readonly string[])[] }} tables
 */
export function withScalingTables(text, { cost, needs }) {
  return between(between(text, markers.cost, markdownTable(cost)), markers.needs, markdownTable(needs));
}
