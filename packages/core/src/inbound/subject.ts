import type { TextEvent } from '@gateway/platform-kit';
import type { PromptRow } from '../ports/rows.js';
import type { RequestKind } from '../questions/tokens.js';
import type { Place } from './place.js';
import type { Result } from './result.js';

/** What a person said about a question. A new way to answer in a chat is one more of these. */
export type Said =
  /** By a button, a reaction or a poll: the place of the choice. */
  | { readonly by: 'choice'; readonly choice: number }
  /** By a button that gives a standing approval: the place of its time. */
  | { readonly by: 'grant'; readonly time: number }
  /** By the button that ends one. */
  | { readonly by: 'stop' }
  /** By the button of a template: post the question. */
  | { readonly by: 'template' }
  /** By the button that shows the whole action. */
  | { readonly by: 'whole' }
  /** By the button below the outcome that takes the approval back. */
  | { readonly by: 'take_back' }
  /** By the button that says that somebody looks after it. */
  | { readonly by: 'take' }
  /** By a dialog, or by a button below changed arguments. */
  | { readonly by: 'request'; readonly kind: RequestKind; readonly nonce: string }
  /** `text`: without the name of the prompt. */
  | { readonly by: 'text'; readonly text: string; readonly event: TextEvent };

/** A question that this account posted in the chat of the event, and what the person said about it. */
export interface Subject {
  readonly prompt: PromptRow;
  readonly place: Place;
  readonly said: Said;
}

/** An event about no question that can be answered here: it has its result already. */
export interface NoSubject {
  readonly result: Result;
}
