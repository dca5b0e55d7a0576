import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import { Key } from './Key';
import styles from './Tip.module.css';
import type { TipProps } from './Tip';

interface TipBubbleProps extends Required<Pick<TipProps, 'words' | 'keyName' | 'position'>> {
  readonly id: string;
  readonly target: HTMLElement;
}

/** What stands beside a control while one points at it. */
export function TipBubble({ id, target, words, keyName, position }: TipBubbleProps) {
  return (
    <Tooltip
      target={target}
      opened
      position={position}
      classNames={{ tooltip: styles.tip }}
      label={
        <span id={id} className={styles.words}>
          {words}
          {keyName && <Key name={keyName} />}
        </span>
      }
    />
  );
}
