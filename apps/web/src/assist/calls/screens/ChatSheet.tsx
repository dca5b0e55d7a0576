import { IconX } from '@tabler/icons-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { useEscape } from '../model/use-escape';
import { Chat } from '../parts/Chat';
import { texts } from '../texts';
import styles from './sheet.module.css';
import type { InCallModel } from './use-in-call';

/** A sheet closes when dragged down this far, px. */
const LET_GO = 80;

/** Dragging: returns the offset and the event handlers of the handle. */
function usePullDown(onClose: () => void) {
  const start = useRef<number | null>(null);
  const [pulled, setPulled] = useState(0);
  const end = () => {
    start.current = null;
    if (pulled > LET_GO) onClose();
    else setPulled(0);
  };
  return {
    pulled,
    handle: {
      onPointerDown(event: PointerEvent) {
        start.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent) {
        if (start.current !== null) setPulled(Math.max(0, event.clientY - start.current));
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

interface ChatSheetProps {
  readonly model: InCallModel;
  readonly onClose: () => void;
}

/** The chat over the lower part of the picture. Closed by dragging, by its button, or by Esc. */
export function ChatSheet({ model, onClose }: ChatSheetProps) {
  const say = useTexts(texts);
  const sheet = useRef<HTMLDivElement>(null);
  useEscape(sheet, onClose);
  const { pulled, handle } = usePullDown(onClose);
  useEffect(() => {
    const before = document.activeElement;
    sheet.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={sheet}
      className={styles.sheet}
      role="dialog"
      aria-label={say('chat')}
      tabIndex={-1}
      data-keeps-escape
      style={pulled > 0 ? { transform: `translateY(${pulled}px)` } : undefined}
    >
      <header className={styles.head} {...handle}>
        <span className={styles.grab} />
        <h2 className={styles.title}>{say('chat')}</h2>
      </header>
      <button type="button" className={styles.close} aria-label={say('closeChat')} onClick={onClose}>
        <IconX size={24} stroke={1.75} />
      </button>
      <Chat model={model} />
    </div>
  );
}
