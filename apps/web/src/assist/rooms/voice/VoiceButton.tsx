import { IconArrowUp, IconMicrophone } from '@tabler/icons-react';
import { type PointerEvent, type Ref, useRef } from 'react';
import { useTexts } from '../../../shared/i18n';
import { pageClock } from '../../../platform/page-clock';
import { IconButton } from '../../../ui/controls/IconButton';
import iconButtons from '../../../ui/controls/IconButton.module.css';
import type { RecorderState, VoiceNote, VoiceRecorder } from './recorder';
import { texts } from './texts';
import styles from './voice.module.css';

/** Whoever speaks for so long with the button held sends by letting go of it. */
const HOLD_MS = 600;
/** Whoever slides further away, CSS px, records on without holding it. */
const NEAR = 48;

interface Press {
  readonly x: number;
  readonly y: number;
  /** It has begun the recording. */
  readonly begins: boolean;
}

interface VoiceButtonProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly recorder: VoiceRecorder;
  readonly state: RecorderState;
  readonly onNote: (note: VoiceNote) => void;
}

/** A tap records, the next one sends; or it is held while one speaks. */
export function VoiceButton({ ref, recorder, state, onNote }: VoiceButtonProps) {
  const t = useTexts(texts);
  const press = useRef<Press | null>(null);
  const isIdle = state.type === 'idle' || state.type === 'failed';
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

  const begin = () => void recorder.start();
  const send = () => recorder.send(onNote);
  function onPointerDown({ button, clientX: x, clientY: y, currentTarget, pointerId }: PointerEvent) {
    if (button !== 0) return;
    // It moves when the recording begins: the finger is still its own.
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
      className={isIdle ? styles.record : `${iconButtons.filled} ${styles.send}`}
      aria-disabled={state.type === 'opening'}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerCancel={() => (press.current = null)}
      onContextMenu={(event) => event.preventDefault()}
      // By keys, and by what speaks for them.
      onClick={({ detail }) => detail === 0 && (isIdle ? begin() : send())}
    />
  );
}
