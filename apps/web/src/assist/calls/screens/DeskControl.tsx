import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Tip } from '../../../ui/overlay/Tip';
import styles from './desk.module.css';

interface DeskControlProps {
  /** The label below it. */
  readonly word: string;
  /** What it does: its accessible name, and its tooltip unless `tip` is given. It contains the label. */
  readonly name: string;
  /** The tooltip, if it differs from the name. */
  readonly tip?: string;
  readonly keyName?: string;
  readonly Icon: ComponentType<IconProps>;
  /** Highlighted. */
  readonly isOn?: boolean;
  /** Highlighted in white: a device of the user is not in its usual state. */
  readonly isOff?: boolean;
  /** Highlighted in red: it ends something that runs. */
  readonly isStop?: boolean;
  /** A toggle button whose name stays the same; without this the name says what pressing it does. */
  readonly isSwitch?: boolean;
  /** Disabled, but still focusable, with its tooltip. */
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A control in the bottom bar of the desktop layout. */
export function DeskControl({
  word,
  name,
  tip = name,
  keyName,
  Icon,
  isOn,
  isOff = false,
  isStop = false,
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
        data-stop={isStop || undefined}
        aria-disabled={disabled || undefined}
        aria-label={name}
        aria-pressed={isSwitch ? isOn || isOff : undefined}
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
