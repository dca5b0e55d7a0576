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
import styles from './Tip.module.css';

const OPEN_DELAY_MS = 300;

export interface TipProps {
  readonly words: string;
  /** The key that does the same, e.g. `M`. */
  readonly keyName?: string | undefined;
  readonly position?: TipPosition;
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
        <Words target={target} position={position} id={id}>
          {words}
          {keyName && <Key name={keyName} />}
        </Words>
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

/** The tip itself, which follows its control while the page is scrolled. */
function Words({ target, position, id, children }: WordsProps) {
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
    // Each time: other words are of another width.
  });
  return createPortal(
    <div ref={tip} id={id} role="tooltip" className={styles.tip}>
      {children}
    </div>,
    layerElement('notices'),
  );
}
