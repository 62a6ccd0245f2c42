import type { SandboxState } from '@gateway/contract';
import { shownText } from '@gateway/contract/values';
import { Reply } from 'lucide-react';
import { Button, IconButton } from '../ui/button.js';
import { classes } from '../ui/classes.js';
import { Time } from '../ui/time.js';
import { t } from './texts.js';

export type SandboxMessage = SandboxState['messages'][number];

interface Props {
  readonly message: SandboxMessage;
  readonly disabledReason: string | null;
  /** Id of the button whose press is pending. */
  readonly pressing: string | null;
  readonly onPress: (buttonId: string) => void;
  readonly onReply: () => void;
}

/** One message: the bot's on the left with its buttons, the person's on the right. */
export function SandboxBubble({ message, disabledReason, pressing, onPress, onReply }: Props) {
  const { from, name, text, at, edited, buttons } = message;
  const isBot = from === 'bot';
  return (
    <li className={classes('group grid max-w-[88%] gap-1.5', isBot ? 'justify-self-start' : 'justify-self-end')}>
      <div className="flex items-end gap-1">
        <div
          className={classes(
            'min-w-0 rounded-card px-3.5 py-2 text-sm',
            isBot ? 'rounded-bl-sm border border-line bg-raised' : 'rounded-br-sm bg-selected',
          )}
        >
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {shownText(text)}
          </p>
          <p className="mt-0.5 text-xs text-soft">
            <bdi>{name}</bdi> · <Time at={at} />
            {edited && ` · ${t.edited}`}
          </p>
        </div>
        {isBot && disabledReason === null && (
          <IconButton
            label={t.replyToThis}
            onClick={onReply}
            className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
          >
            <Reply className="size-4" aria-hidden />
          </IconButton>
        )}
      </div>
      {buttons.length > 0 && (
        <div className="grid gap-1.5">
          {buttons.map(({ id, label }) => (
            <Button
              key={id}
              size="small"
              disabledReason={disabledReason}
              busy={pressing === id}
              onClick={() => onPress(id)}
              className="w-full !whitespace-normal wrap-anywhere text-accent"
            >
              <bdi>{shownText(label)}</bdi>
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
