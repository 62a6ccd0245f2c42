/** The limits of buttons below a question. */
export interface ButtonLimits {
  /** Buttons on one question. */
  readonly max: number;
  /** Characters that are always shown in full. */
  readonly labelLength: number;
  /** For platforms that reject labels above a length in UTF-16 units, where an emoji counts as two or more. Default: Unicode characters. */
  readonly labelUnit?: 'utf16';
  /** Bytes that a button carries. */
  readonly dataBytes: number;
}

/** The limits of the reactions that the bot offers below a question. */
export interface ReactionLimits {
  /** Reactions on one question. A question with more choices is posted without them, and is answered by replies. */
  readonly max: number;
}

/** The limits of the platform's own polls. */
export interface PollLimits {
  /** Choices of one poll. A question with more is posted without a poll, and is answered by replies. */
  readonly max: number;
  /** Characters of a choice that are always shown in full. A longer label is listed in the text, and the poll shows its number. */
  readonly labelLength: number;
}

/**
 * How people choose. `buttons`: the platform has buttons that carry a token. `reactions`: people react to the question, with an emoji
 * for each number. `polls`: the question has a poll. `replies`: people write. Without buttons the core also reads replies such as `2`.
 */
export type ChoiceCapabilities =
  | { readonly choices?: 'buttons'; readonly buttons: ButtonLimits }
  | { readonly choices: 'reactions'; readonly reactions: ReactionLimits }
  | { readonly choices: 'polls'; readonly polls: PollLimits }
  | { readonly choices: 'replies' };

export type ChoiceKind = NonNullable<ChoiceCapabilities['choices']>;

/** The kind of choices with its limits; null: there is no limit. */
export interface ChoiceLimits {
  readonly kind: ChoiceKind;
  readonly max: number | null;
  readonly labelLength: number | null;
  readonly labelUnit: 'utf16' | null;
}

/** The limits of the choices in one form for every kind. */
export function choiceLimits(capabilities: ChoiceCapabilities): ChoiceLimits {
  switch (capabilities.choices) {
    case 'replies':
      return { kind: 'replies', max: null, labelLength: null, labelUnit: null };
    case 'reactions':
      // A reaction shows the number of its choice, and never the label.
      return { kind: 'reactions', max: capabilities.reactions.max, labelLength: 0, labelUnit: null };
    case 'polls':
      return { kind: 'polls', ...capabilities.polls, labelUnit: null };
    default: {
      const { max, labelLength, labelUnit = null } = capabilities.buttons;
      return { kind: 'buttons', max, labelLength, labelUnit };
    }
  }
}
