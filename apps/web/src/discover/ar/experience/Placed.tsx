import { type ReactNode, useEffect, useRef } from 'react';
import type { Matrix } from '../model/matrix';
import type { ItemStage } from '../model/item-stage';
import styles from './experience.module.css';

interface PlacedProps {
  readonly stage: ItemStage;
  readonly target: string;
  /** From the element to the marker. */
  readonly matrix: Matrix;
  readonly children: ReactNode;
  /** Lies over what is placed, which then only shows. */
  readonly cover?: ReactNode;
}

/** Keeps an element where it stands on its marker: its centre is the origin. */
export function Placed({ stage, target, matrix, children, cover }: PlacedProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      stage.onDraw((at) => {
        const transform = stage.transformOf(target, matrix, at);
        if (element.current && transform) element.current.style.transform = transform;
      }),
    [stage, target, matrix],
  );
  return (
    <div ref={element} className={styles.placed}>
      <div className={styles.face}>
        {cover === undefined ? children : <div inert>{children}</div>}
        {cover}
      </div>
    </div>
  );
}
