import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Key } from '../controls/Key';
import { layerElement } from './layers';
import { placeTip, type TipPosition } from './place-tip';
import { isFocusedQuietly } from './quiet-focus';
import styles from './Tip.module.css';

const OPEN_DELAY_MS = 300;

export interface TipProps {
  readonly words: string;
  /** The shortcut for the same action, e.g. `M`. */
  readonly keyName?: string | undefined;
  readonly position?: TipPosition;
  readonly children: ReactElement<ComponentProps<'button'>>;
}

interface Pointing {
  readonly at: HTMLElement;
  /** The pointer has rested long enough, or the focus came by keyboard. */
  readonly isDue: boolean;
}

/**
 * Tooltip with the action of a control and its shortcut, on hover or keyboard focus. It is rendered only then: rendering forty of
 * them with the call screen delayed the call.
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
    const closeOnKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setPointing(null);
    };
    document.addEventListener('keydown', closeOnKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', closeOnKey);
    };
  }, [pointing]);
  const target = pointing?.isDue ? pointing.at : null;
  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        // Omitted if the accessible name says the same.
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
          const at = event.currentTarget;
          if (at.matches(':focus-visible') && !isFocusedQuietly(at)) setPointing({ at, isDue: true });
        },
        onBlur(event) {
          props.onBlur?.(event);
          close();
        },
      })}
      {target && (
        <TipContent target={target} position={position} id={id}>
          {words}
          {keyName && <Key name={keyName} />}
        </TipContent>
      )}
    </>
  );
}

interface WordsProps {
  readonly target: HTMLElement;
  readonly position: TipPosition;
  readonly id: string;
  readonly children: ReactNode;
}

/** The tooltip itself. It follows its control while the page scrolls. */
function TipContent({ target, position, id, children }: WordsProps) {
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const { current } = tip;
      if (!current) return;
      const view = { width: window.innerWidth, height: window.innerHeight };
      const { left, top } = placeTip(position, target.getBoundingClientRect(), current.getBoundingClientRect(), view);
      current.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
    };
    place();
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('scroll', place, { capture: true, passive: true, signal });
    window.addEventListener('resize', place, { signal });
    return () => listening.abort();
    // Runs after each render, because other words have another width.
  });
  return createPortal(
    <div ref={tip} id={id} role="tooltip" className={styles.tip}>
      {children}
    </div>,
    layerElement('notices'),
  );
}
