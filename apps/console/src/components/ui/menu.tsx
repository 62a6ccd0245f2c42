import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { classes } from './classes.js';
import { controls } from './form/controls.js';
import { useOpener, type TriggerProps } from './opener.js';

/** A dropdown menu. `trigger` is one focusable element. */
export function Menu({
  trigger,
  align = 'end',
  children,
}: {
  readonly trigger: ReactElement<TriggerProps>;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}) {
  const { isReady, opener } = useOpener('menu');
  if (!isReady) return cloneElement(trigger, opener);
  const { DropdownMenu: Radix } = controls.read();
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-48 rounded-card border border-line bg-raised p-1 shadow-pop"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const row =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-sm outline-none ' +
  'data-[highlighted]:bg-hover data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50';

export function MenuItem({
  onSelect,
  danger = false,
  disabled = false,
  children,
}: {
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}) {
  const { DropdownMenu: Radix } = controls.read();
  return (
    <Radix.Item disabled={disabled} onSelect={onSelect} className={classes(row, danger && 'text-bad')}>
      {children}
    </Radix.Item>
  );
}

/** A menu item that is a link. `children` is one link element. */
export function MenuLink({ children }: { readonly children: ReactNode }) {
  const { DropdownMenu: Radix } = controls.read();
  return (
    <Radix.Item asChild className={row}>
      {children}
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  const { DropdownMenu: Radix } = controls.read();
  return <Radix.Label className="px-2.5 py-1.5 text-xs text-soft">{children}</Radix.Label>;
}

export function MenuLine() {
  const { DropdownMenu: Radix } = controls.read();
  return <Radix.Separator className="my-1 h-px bg-line" />;
}

/** An option that is on or off. The menu stays open. */
export function MenuCheck({
  checked,
  onChange,
  children,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}) {
  const { DropdownMenu: Radix } = controls.read();
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={classes(row, 'justify-between')}
    >
      {children}
      <Radix.ItemIndicator className="text-accent">✓</Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}

interface ChoiceProps<Value extends string> {
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
}

/** A group of options of which one is checked. */
export function MenuChoice<Value extends string>({ value, onChoose, options }: ChoiceProps<Value>) {
  const { DropdownMenu: Radix } = controls.read();
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChoose(next as Value)}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={classes(row, 'justify-between')}>
          <span className="flex items-center gap-2.5">{option.label}</span>
          <Radix.ItemIndicator className="text-accent">✓</Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
