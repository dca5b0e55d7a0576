import { type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useIsDark } from '../../../ui/theme';
import { useDialogLayer } from '../../../ui/overlay/layers';
import { useEscape } from '../model/use-escape';
import { useTakeOver } from '../model/use-take-over';
import styles from './overlay.module.css';

interface OverlayProps {
  readonly label: string;
  /** It lies over a page, not over the call, which is dark. */
  readonly isOverPage?: boolean;
  /** Called on Esc. */
  readonly onEscape: () => void;
  readonly children: ReactNode;
}

/** A card over everything: in the middle of a desktop, at the bottom of a phone. */
export function Overlay({ label, isOverPage = false, onEscape, children }: OverlayProps) {
  const ofPage = useIsDark() ? 'dark' : 'light';
  const screen = useRef<HTMLDivElement>(null);
  useTakeOver(screen);
  useEscape(screen, onEscape);
  return createPortal(
    <div
      ref={screen}
      className={styles.screen}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      tabIndex={-1}
      data-theme={isOverPage ? ofPage : undefined}
    >
      <div className={styles.card}>{children}</div>
    </div>,
    useDialogLayer(),
  );
}
