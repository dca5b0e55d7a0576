import { type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useDialogLayer } from '../../../ui/overlay/layers';
import { useEscape } from '../model/use-escape';
import { useTakeOver } from '../model/use-take-over';
import styles from './overlay.module.css';

interface OverlayProps {
  readonly label: string;
  /** Called on Esc. */
  readonly onEscape: () => void;
  readonly children: ReactNode;
}

/** A card over everything: in the middle of a desktop, at the bottom of a phone. */
export function Overlay({ label, onEscape, children }: OverlayProps) {
  const screen = useRef<HTMLDivElement>(null);
  useTakeOver(screen);
  useEscape(screen, onEscape);
  return createPortal(
    <div ref={screen} className={styles.screen} role="dialog" aria-modal="true" aria-label={label} tabIndex={-1}>
      <div className={styles.card}>{children}</div>
    </div>,
    useDialogLayer(),
  );
}
