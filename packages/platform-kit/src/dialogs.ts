import { randomUUID } from 'node:crypto';
import { PlatformError } from './errors.js';

/** UTF-16 units of a dialog's text. A longer one would exceed the size of a card, together with the fields. */
export const DIALOG_TEXT_LENGTH = 1000;

/** A form that the platform shows to one person, in answer to a press of that person. */
export interface Dialog {
  /** The press's `dialogHandle`. */
  readonly handle: string;
  /** At most 32 ASCII bytes. The submission returns it byte for byte. */
  readonly token: string;
  /** Within `capabilities.dialogs.title`. */
  readonly title: string;
  /** What the dialog is about, at most DIALOG_TEXT_LENGTH; null: nothing is shown. */
  readonly text: string | null;
  /** At most `capabilities.dialogs.fields`, with different ids. */
  readonly fields: readonly [DialogField, ...DialogField[]];
  /** Within `capabilities.dialogs.title`. Ignored where the platform names the button itself. */
  readonly submitLabel: string;
}

/** A field for a text. */
export interface DialogField {
  /** 1 to 32 ASCII letters, digits, `_` and `-`. */
  readonly id: string;
  /** Within `capabilities.dialogs.label`. */
  readonly label: string;
  /** The text that the field contains at first, within `maxLength`; null: none. */
  readonly value: string | null;
  readonly multiline: boolean;
  readonly required: boolean;
  /** UTF-16 units that the person can enter, at most `capabilities.dialogs.value`. */
  readonly maxLength: number;
}

/** The limits of a platform's dialogs. All lengths are UTF-16 units. */
export interface DialogLimits {
  readonly fields: number;
  readonly title: number;
  readonly label: number;
  readonly value: number;
}

/** For platforms where a dialog is the reply to the press: keeps the dialog that the core opens while it handles the press. */
export interface DialogReplies {
  /** Returns the handle for the event of a press. Call `end` in every case. */
  begin(): string;
  /** Throws `conflict` when the press has been replied to. */
  open(dialog: Dialog): void;
  /** The press was handled: returns the dialog to reply with, once; null: none was opened. */
  end(handle: string): Dialog | null;
}

export function createDialogReplies(): DialogReplies {
  const presses = new Map<string, Dialog | null>();
  return {
    begin() {
      const handle = randomUUID();
      presses.set(handle, null);
      return handle;
    },
    open(dialog) {
      if (!presses.has(dialog.handle))
        throw new PlatformError('conflict', 'The press has been replied to, so no dialog can be opened.');
      presses.set(dialog.handle, dialog);
    },
    end(handle) {
      const dialog = presses.get(handle) ?? null;
      presses.delete(handle);
      return dialog;
    },
  };
}
