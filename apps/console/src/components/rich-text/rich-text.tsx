import type { Block, Inline } from '@gateway/contract';
import { parseAddresses, shownText, visible } from '@gateway/contract/values';
import { Fragment } from 'react';
import { ForeignLink } from './foreign-link.js';

/** A text with its addresses as links. */
export function LinkedText({ text }: { readonly text: string }) {
  return <Parts parts={parseAddresses(text)} />;
}

/** Light Markdown as elements: no HTML of the text reaches the page. */
export function RichText({ blocks }: { readonly blocks: readonly Block[] }) {
  return blocks.map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the blocks of a text do not move
    <BlockView key={index} block={block} />
  ));
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === 'lines')
    return (
      <p dir="auto" className="whitespace-pre-wrap">
        <Parts parts={block.parts} />
      </p>
    );
  if (block.kind === 'code')
    return (
      <pre
        // Long code scrolls, also with the keyboard.
        tabIndex={0}
        className="max-h-96 overflow-y-auto rounded-control bg-sunken px-3 py-2 font-mono text-[0.85em] font-normal wrap-anywhere whitespace-pre-wrap"
      >
        {block.text.split('\n').map(visible).join('\n')}
      </pre>
    );
  return (
    <ul className="grid gap-1">
      {block.items.map(({ number, parts }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- see above
        <li key={index} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
          <span className="text-soft tabular-nums">{number === null ? '•' : `${number}.`}</span>
          <span dir="auto">
            <Parts parts={parts} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Parts({ parts }: { readonly parts: readonly Inline[] }) {
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- see above
    <Fragment key={index}>{drawn(part)}</Fragment>
  ));
}

function drawn(part: Inline) {
  switch (part.kind) {
    case 'text':
      return shownText(part.text);
    case 'code':
      return (
        <code className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.9em] font-normal">{visible(part.text)}</code>
      );
    case 'link':
      return <ForeignLink href={part.href} label={part.label} />;
    case 'strong':
      return (
        <strong className="font-bold">
          <Parts parts={part.children} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Parts parts={part.children} />
        </em>
      );
  }
}
