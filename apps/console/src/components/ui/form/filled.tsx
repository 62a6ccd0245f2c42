import { Fragment, type ReactNode } from 'react';

interface Props {
  /** A text with placeholders: "Since {time}". */
  readonly text: string;
  /** What stands in the place of each placeholder. */
  readonly parts: Readonly<Record<string, ReactNode>>;
}

/** A sentence that contains elements, such as a link. A translation may order them differently. */
export function Filled({ text, parts }: Props) {
  return text.split(/\{(\w+)\}/).map((piece, index) => (
    // eslint-disable-next-line react/no-array-index-key -- The pieces of one text do not move.
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
  ));
}
