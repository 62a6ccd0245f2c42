import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button, IconButton } from './button.js';
import { classes } from './classes.js';
import { Id } from './id.js';
import { t } from './texts.js';
import { toast } from '../../lib/page/toast.js';

const SHOWN_MS = 2000;

/** Copies a text. Falls back to `execCommand` without a secure context (plain http from another machine). False: both failed. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    // Inside an open dialog, whose focus trap would take the focus back from the body.
    (document.activeElement?.closest('[role=dialog]') ?? document.body).append(area);
    area.select();
    // Deprecated, but the only way without a secure context.
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

function useCopy(text: string): [boolean, () => Promise<void>] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return [
    copied,
    async () => {
      if (await copyText(text)) setCopied(true);
      else toast.error(t.copy.blocked);
    },
  ];
}

/** Copies a text and confirms it for two seconds. A text button with children, an icon button without. */
export function CopyButton({
  text,
  label = t.copy.copy,
  children,
}: {
  readonly text: string;
  readonly label?: string;
  readonly children?: ReactNode;
}) {
  const [copied, act] = useCopy(text);
  const Icon = copied ? Check : Copy;
  const icon = <Icon className={classes('size-4', copied && 'text-good')} aria-hidden />;
  return children === undefined ? (
    <IconButton label={copied ? t.copy.copied : label} onClick={() => void act()}>
      {icon}
    </IconButton>
  ) : (
    <Button size="small" onClick={() => void act()}>
      {icon}
      {copied ? t.copy.copied : children}
    </Button>
  );
}

/** A value with a copy button: a URL, an id, a key. */
export function Copyable({ text, label }: { readonly text: string; readonly label?: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1 rounded-control border border-line bg-sunken py-0.5 pr-0.5 pl-3">
      <Id className="min-w-0 flex-1 text-[0.8125rem]">{text}</Id>
      <CopyButton text={text} {...(label !== undefined && { label })} />
    </span>
  );
}

/** A code block with a copy button. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="relative min-w-0 rounded-control border border-line bg-sunken">
      <pre
        className="max-h-96 overflow-auto p-3.5 pr-12 text-[0.8125rem] leading-relaxed"
        tabIndex={0}
        aria-label={label}
        role="region"
      >
        {text}
      </pre>
      <span className="absolute top-1.5 right-1.5 rounded-control bg-sunken">
        <CopyButton text={text} />
      </span>
    </div>
  );
}
