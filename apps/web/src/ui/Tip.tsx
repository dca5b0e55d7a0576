import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import { Key } from './Key';
import styles from './Tip.module.css';

export interface TipProps {
  readonly words: string;
  /** The key that does the same, e.g. `M`. */
  readonly keyName?: string | undefined;
  readonly position?: 'top' | 'bottom' | 'left' | 'right';
  readonly children: ReactElement;
}

/** Says what a control does, and by which key, when one points at it or reaches it by Tab. */
export function Tip({ words, keyName, position = 'bottom', children }: TipProps) {
  return (
    <Tooltip
      label={
        <>
          {words}
          {keyName && <Key name={keyName} />}
        </>
      }
      classNames={{ tooltip: styles.tip }}
      position={position}
      openDelay={300}
      events={{ hover: true, focus: true, touch: false }}
    >
      {children}
    </Tooltip>
  );
}
