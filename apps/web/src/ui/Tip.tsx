import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import { type ComponentProps, cloneElement, type ReactElement, useEffect, useId, useState } from 'react';
import { Key } from './Key';
import styles from './Tip.module.css';

const OPEN_DELAY_MS = 300;

export interface TipProps {
  readonly words: string;
  /** The key that does the same, e.g. `M`. */
  readonly keyName?: string | undefined;
  readonly position?: 'top' | 'bottom' | 'left' | 'right';
  readonly children: ReactElement<ComponentProps<'button'>>;
}

interface Pointing {
  readonly at: HTMLElement;
  /** Long enough, or by key. */
  readonly isDue: boolean;
}

/**
 * Says what a control does, and by which key, when one points at it or reaches it by Tab. The tooltip is made only then:
 * forty of them, made with the screen of a call, held up the call.
 */
export function Tip({ words, keyName, position = 'bottom', children }: TipProps) {
  const id = useId();
  const [pointing, setPointing] = useState<Pointing | null>(null);
  const close = () => setPointing(null);
  useEffect(() => {
    if (!pointing) return;
    const timer = pointing.isDue
      ? undefined
      : setTimeout(() => setPointing({ ...pointing, isDue: true }), OPEN_DELAY_MS);
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setPointing(null);
    };
    document.addEventListener('keydown', closeByKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [pointing]);
  const target = pointing?.isDue ? pointing.at : null;
  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        // Where the name says the same, once is enough.
        'aria-describedby': target && words !== props['aria-label'] ? id : props['aria-describedby'],
        onPointerEnter(event) {
          props.onPointerEnter?.(event);
          const at = event.currentTarget;
          if (event.pointerType !== 'touch') setPointing((before) => before ?? { at, isDue: false });
        },
        onPointerLeave(event) {
          props.onPointerLeave?.(event);
          close();
        },
        onFocus(event) {
          props.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) setPointing({ at: event.currentTarget, isDue: true });
        },
        onBlur(event) {
          props.onBlur?.(event);
          close();
        },
      })}
      {target && (
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
      )}
    </>
  );
}
