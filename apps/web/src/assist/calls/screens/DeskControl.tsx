import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Tip } from '../../../ui/overlay/Tip';
import styles from './desk.module.css';

interface DeskControlProps {
  /** The word under it. */
  readonly word: string;
  /** What it does: its name to a screen reader, and its tooltip unless `tip` says that. It contains the word. */
  readonly name: string;
  /** The tooltip, where it says more than the name. */
  readonly tip?: string;
  readonly keyName?: string;
  readonly Icon: ComponentType<IconProps>;
  /** It stands out. */
  readonly isOn?: boolean;
  /** A device of one's own is not as usual: it stands out, in white. */
  readonly isOff?: boolean;
  /** Its name stays the same whether it is on or off; else the name says what it does next. */
  readonly isSwitch?: boolean;
  /** It keeps the focus, and its tooltip. */
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A control at the foot of a desk. */
export function DeskControl({
  word,
  name,
  tip = name,
  keyName,
  Icon,
  isOn,
  isOff = false,
  isSwitch = false,
  disabled = false,
  onClick,
}: DeskControlProps) {
  return (
    <Tip words={tip} keyName={keyName} position="top">
      <button
        type="button"
        className={styles.control}
        data-on={isOn || undefined}
        data-off={isOff || undefined}
        aria-disabled={disabled || undefined}
        aria-label={name}
        aria-pressed={isSwitch ? isOn : undefined}
        aria-keyshortcuts={keyName}
        onClick={() => {
          if (!disabled) onClick();
        }}
      >
        <span className={styles.icon}>
          <Icon size={22} stroke={1.75} />
        </span>
        <span>
          {word} {keyName && <span className={styles.key}>{keyName}</span>}
        </span>
      </button>
    </Tip>
  );
}
