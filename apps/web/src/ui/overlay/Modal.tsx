import {
  type ComponentProps,
  type RefObject,
  useEffect,
  useEffectEvent,
  useInsertionEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { type OverPage, useClosedByBack } from '../../shared/back-order';
import { cover, useDialogLayer } from './layers';
import styles from './Modal.module.css';
import { focusQuietly } from './quiet-focus';

export interface ModalProps extends Omit<ComponentProps<'section'>, 'ref' | 'role' | 'tabIndex'> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The kind of overlay for the back order. */
  readonly kind: OverPage;
  /** A card in the centre, a column at the left edge, or the whole screen. */
  readonly shape: 'card' | 'column' | 'screen';
  /** False for a dialog that opens by itself: a tap meant for the page below must not answer it. */
  readonly closeOnClickOutside?: boolean;
}

/**
 * Modal overlay in its layer, the base of dialogs, panels and viewers. What is below it is inert; it takes the focus and restores it; it
 * closes with Esc, with a step back, and with a click outside. If its opener is gone, the overlay below it gets the focus.
 */
export function Modal({
  isOpen,
  onClose,
  kind,
  shape,
  closeOnClickOutside = true,
  className = '',
  ...content
}: ModalProps) {
  const frame = useRef<HTMLDivElement>(null);
  const layer = useDialogLayer();
  const { isLeaving, isAnimated } = useTransitions(isOpen, frame, shape !== 'screen');
  // While something lies over it, it must not close: what was typed in it would be lost.
  const close = () => {
    if (!layer.inert) onClose();
  };
  useClosedByBack(kind, isOpen, close);
  useFocusInside(isOpen, frame);
  useEscape(isOpen, frame, close);
  if (!isOpen && !isLeaving) return null;
  return createPortal(
    <div ref={frame} className={styles.frame} data-shape={shape} data-leaving={isLeaving} data-animated={isAnimated}>
      {shape !== 'screen' && (
        <div role="presentation" className={styles.backdrop} onClick={closeOnClickOutside ? close : undefined} />
      )}
      <section {...content} role="dialog" aria-modal tabIndex={-1} className={`${styles.content} ${className}`} />
    </div>,
    layer,
  );
}

type Frame = RefObject<HTMLDivElement | null>;

/** Keeps an overlay mounted until its exit transition has ended. One that is mounted open appears without a transition. */
function useTransitions(isOpen: boolean, frame: Frame, hasTransitions: boolean) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [isAnimated, setAnimated] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    setAnimated(hasTransitions);
    setLeaving(hasTransitions && !isOpen);
  }
  useEffect(() => {
    if (!isLeaving) return undefined;
    let isCurrent = true;
    const running = [...(frame.current?.children ?? [])].flatMap((part) => part.getAnimations());
    void Promise.allSettled(running.map(({ finished }) => finished)).then(() => {
      if (isCurrent) setLeaving(false);
    });
    return () => {
      isCurrent = false;
    };
  }, [isLeaving, frame]);
  return { isLeaving, isAnimated };
}

const FOCUSABLE = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled, [tabindex="-1"])';

/** Focuses the first control, else the dialog itself. A hidden control does not take the focus. */
function focusFirst(frame: HTMLElement) {
  const dialog = frame.querySelector<HTMLElement>('[role="dialog"]');
  for (const element of [...frame.querySelectorAll<HTMLElement>(FOCUSABLE), dialog]) {
    if (element) focusQuietly(element);
    if (document.activeElement === element) return;
  }
}

/** The other overlays of its layer that were opened before and are in use. */
const modalsBelow = (frame: HTMLElement) =>
  [...(frame.parentElement ?? frame).querySelectorAll<HTMLElement>(':scope > [data-shape]')].filter(
    (one) => one !== frame && !one.inert,
  );

function useFocusInside(isOpen: boolean, frame: Frame) {
  const opener = useRef<Element | null>(null);
  // Before React focuses an element with `autoFocus`.
  useInsertionEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  useEffect(() => {
    const { current } = frame;
    if (!isOpen || !current) return undefined;
    const uncover = cover(current);
    const below = modalsBelow(current);
    for (const modal of below) modal.inert = true;
    if (!current.contains(document.activeElement)) focusFirst(current);
    return () => {
      uncover();
      for (const modal of below) modal.inert = false;
      const { activeElement } = document;
      if (activeElement !== document.body && !current.contains(activeElement)) return;
      const { current: before } = opener;
      // The focus was on the body if the control that had it was gone already.
      const isOpener = before !== document.body && before?.isConnected;
      const next = isOpener ? before : below.findLast((one) => one.isConnected)?.querySelector('[role="dialog"]');
      if (next instanceof HTMLElement) focusQuietly(next);
    };
  }, [isOpen, frame]);
}

/** Wherever the focus is. Of several overlays, only the top one closes: the others are inert. */
function useEscape(isOpen: boolean, frame: Frame, close: () => void) {
  const onKey = useEffectEvent(({ key, isComposing }: KeyboardEvent) => {
    if (key === 'Escape' && !isComposing && !frame.current?.inert) close();
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [isOpen]);
}
