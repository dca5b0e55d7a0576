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

/**
 * Says what a control does, and by which key, when one points at it or reaches it by Tab. The tooltip is made only then:
 * forty of them, made with the screen of a call, held up the call.
 */
export function Tip({ words, keyName, position = 'bottom', children }: TipProps) {
  const id = useId();
  const [pointedAt, setPointedAt] = useState<HTMLElement | null>(null);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const close = () => {
    setPointedAt(null);
    setTarget(null);
  };
  useEffect(() => {
    if (!pointedAt) return;
    const timer = setTimeout(() => setTarget(pointedAt), OPEN_DELAY_MS);
    return () => clearTimeout(timer);
  }, [pointedAt]);
  useEffect(() => {
    if (!pointedAt && !target) return;
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setPointedAt(null);
      setTarget(null);
    };
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  }, [pointedAt, target]);
  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        // Where the name says the same, once is enough.
        'aria-describedby': target && words !== props['aria-label'] ? id : props['aria-describedby'],
        onPointerEnter(event) {
          props.onPointerEnter?.(event);
          if (event.pointerType !== 'touch') setPointedAt(event.currentTarget);
        },
        onPointerLeave(event) {
          props.onPointerLeave?.(event);
          close();
        },
        onFocus(event) {
          props.onFocus?.(event);
          if (event.currentTarget.matches(':focus-visible')) setTarget(event.currentTarget);
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
