import { IconArrowUp, IconMicrophone } from '@tabler/icons-react';
import { type PointerEvent, type Ref, useRef } from 'react';
import { useTexts } from '../../../shared/i18n';
import { pageClock } from '../../../platform/page-clock';
import { IconButton } from '../../../ui/controls/IconButton';
import type { RecorderState, VoiceNote, VoiceRecorder } from './recorder';
import { texts } from './texts';
import styles from './voice.module.css';

/** If the button was held for this time, releasing it sends. */
const HOLD_MS = 600;
/** Sliding further away than this, CSS px, continues recording without holding. */
const NEAR = 48;

interface Press {
  readonly x: number;
  readonly y: number;
  /** This pointer has started the recording. */
  readonly begins: boolean;
}

interface VoiceButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly recorder: VoiceRecorder;
  readonly state: RecorderState;
  readonly onNote: (note: VoiceNote) => void;
}

/** A tap starts recording, and the next one sends; or the button is held while speaking. */
export function VoiceButton({ ref, recorder, state, onNote }: VoiceButtonProps) {
  const t = useTexts(texts);
  const press = useRef<Press | null>(null);
  const isIdle = state.type === 'idle' || state.type === 'failed';
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

  const begin = () => void recorder.start();
  const send = () => recorder.send(onNote);
  function onPointerDown({ button, clientX: x, clientY: y, currentTarget, pointerId }: PointerEvent) {
    if (button !== 0) return;
    // The button moves when the recording begins, so it captures the pointer.
    currentTarget.setPointerCapture(pointerId);
    press.current = { x, y, begins: isIdle };
    if (isIdle) begin();
  }
  function onPointerUp({ clientX, clientY }: PointerEvent) {
    const pressed = press.current;
    press.current = null;
    if (!pressed || Math.hypot(clientX - pressed.x, clientY - pressed.y) > NEAR) return;
    const isHeld = state.type === 'recording' && pageClock.now() - state.since >= HOLD_MS;
    if (!pressed.begins || isHeld) send();
  }
  return (
    <IconButton
      ref={ref}
      label={t(isIdle ? 'record' : 'send')}
      icon={isIdle ? <IconMicrophone {...icon} /> : <IconArrowUp {...icon} />}
      tipPosition="top"
      isFilled={!isIdle}
      className={isIdle ? styles.record : styles.send}
      aria-disabled={state.type === 'opening'}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerCancel={() => (press.current = null)}
      onContextMenu={(event) => event.preventDefault()}
      // From the keyboard, or from assistive technology.
      onClick={({ detail }) => detail === 0 && (isIdle ? begin() : send())}
    />
  );
}
