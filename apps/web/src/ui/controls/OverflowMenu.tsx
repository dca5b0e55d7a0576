import { IconDotsVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FilledButton } from './Button';
import { IconButton } from './IconButton';
import styles from './OverflowMenu.module.css';

export interface MenuAct {
  readonly id: string;
  readonly label: string;
  /** A sentence below it, that says what it is. */
  readonly line?: string;
  readonly icon: ReactNode;
  /** It is on its way already. */
  readonly isOff?: boolean;
  readonly onChoose: () => void;
}

interface OverflowMenuProps {
  /** The accessible name of the button. */
  readonly label: string;
  /** Shows the label on a filled button: the menu is the main action of the page. Otherwise the button is three dots. */
  readonly hasWords?: boolean;
  /** Of a button with words. */
  readonly icon?: ReactNode;
  readonly acts: readonly MenuAct[];
}

function Item({ act, onClose }: { readonly act: MenuAct; readonly onClose: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={act.isOff}
      className={styles.act}
      onClick={() => {
        if (act.isOff) return;
        onClose();
        act.onChoose();
      }}
    >
      {act.icon}
      <span>
        {act.label}
        {act.line !== undefined && <span className={styles.line}> {act.line}</span>}
      </span>
    </button>
  );
}

/** Menu button: what a page does besides, with the keyboard behaviour of the ARIA pattern «Menu Button». */
export function OverflowMenu({ label, hasWords = false, icon, acts }: OverflowMenuProps) {
  const id = useId();
  const [isOpen, open] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const itemsOf = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  function close() {
    open(false);
    button.current?.focus();
  }
  useEffect(() => {
    if (isOpen) menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [isOpen]);
  function onKeyDown(event: KeyboardEvent) {
    const items = itemsOf();
    const at = items.findIndex((item) => item === document.activeElement);
    const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (goal !== undefined) items.at(goal % items.length)?.focus();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  }
  const opener = {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => open(!isOpen),
  } as const;
  return (
    <div
      className={styles.around}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || open(false)}
    >
      {hasWords ? (
        <FilledButton icon={icon} {...opener}>
          {label}
        </FilledButton>
      ) : (
        <IconButton
          label={label}
          icon={<IconDotsVertical size={20} stroke={1.75} aria-hidden="true" />}
          hasTip={false}
          {...opener}
        />
      )}
      {isOpen && (
        <div
          ref={menu}
          role="menu"
          id={id}
          tabIndex={-1}
          aria-label={label}
          className={styles.menu}
          data-lines={acts.some(({ line }) => line !== undefined) || undefined}
          onKeyDown={onKeyDown}
        >
          {acts.map((act) => (
            <Item key={act.id} act={act} onClose={close} />
          ))}
        </div>
      )}
    </div>
  );
}
