import { IconCubePlus, IconMinus, IconPlus, IconRotate, IconRotateClockwise, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import { showToast } from '../../../shared/toast';
import { FilledButton } from '../../../ui/controls/Button';
import { IconButton } from '../../../ui/controls/IconButton';
import { Progress } from '../../../ui/feedback/Progress';
import { Modal } from '../../../ui/overlay/Modal';
import { useWindowShortcuts } from '../../../ui/overlay/use-window-keys';
import { texts } from '../texts';
import { ModelView } from './model-view';
import { RoomOverlay } from './RoomOverlay';
import { useRoom } from './use-room';
import styles from './viewer.module.css';

/** Radians, and a factor of the distance, of one press. */
const TURN = 0.3;
const ZOOM = 1.2;

interface ModelViewerProps {
  readonly url: string;
  readonly title: string;
  readonly onClose: () => void;
}

type Shown = { readonly type: 'loading' | 'failed' | 'noWebGl' } | { readonly type: 'ready'; readonly view: ModelView };

/** Loads the model while the viewer is open, and frees it after that. */
function useModel(url: string) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<Shown>({ type: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const view = canvas.current && ModelView.create(canvas.current);
    if (!view) {
      setShown({ type: 'noWebGl' });
      return undefined;
    }
    const leaving = new AbortController();
    setShown({ type: 'loading' });
    view.load(url, leaving.signal).then(
      () => leaving.signal.aborted || setShown({ type: 'ready', view }),
      () => leaving.signal.aborted || setShown({ type: 'failed' }),
    );
    return () => {
      leaving.abort();
      view.dispose();
    };
  }, [url, attempt]);
  return { canvas, shown, attempt, retry: () => setAttempt(attempt + 1) };
}

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** Turning and coming closer by buttons, for who cannot drag. */
function TurnButtons({ view }: { readonly view: ModelView }) {
  const t = useTexts(texts);
  const buttons = [
    { name: 'turnLeft', Icon: IconRotateClockwise, act: () => view.turn(-TURN, 0) },
    { name: 'turnRight', Icon: IconRotate, act: () => view.turn(TURN, 0) },
    { name: 'closer', Icon: IconPlus, act: () => view.turn(0, 0, 1 / ZOOM) },
    { name: 'farther', Icon: IconMinus, act: () => view.turn(0, 0, ZOOM) },
  ] as const;
  return (
    <div className={styles.turns}>
      {buttons.map(({ name, Icon, act }) => (
        <IconButton
          key={name}
          isField
          isQuiet
          label={t(name)}
          tipPosition="top"
          icon={<Icon {...icon} />}
          onClick={act}
        />
      ))}
    </div>
  );
}

/** That it loads, or why there is no model. */
function Waiting({ type, onRetry }: { readonly type: Shown['type']; readonly onRetry: () => void }) {
  const t = useTexts(texts);
  if (type === 'ready') return null;
  if (type === 'loading')
    return (
      <div className={styles.middle}>
        <p role="status">{t('loading')}</p>
        <Progress label={t('loading')} value={null} />
      </div>
    );
  return (
    <div className={styles.middle} role="alert">
      <p>{t(type)}</p>
      {type === 'failed' && <FilledButton onClick={onRetry}>{t('tryAgain')}</FilledButton>}
    </div>
  );
}

/** A 3D model on a turntable in full screen; where the device can, it is placed in the room. */
export function ModelViewer({ url, title, onClose }: ModelViewerProps) {
  const t = useTexts(texts);
  const keysId = useId();
  const overlay = useRef<HTMLDivElement>(null);
  const { canvas, shown, attempt, retry } = useModel(url);
  const view = shown.type === 'ready' ? shown.view : null;
  const room = useRoom({ view, title, overlay, onFailed: () => showToast(t('cannotStart')) });
  useWindowShortcuts({
    ArrowLeft: () => view?.turn(-TURN, 0),
    ArrowRight: () => view?.turn(TURN, 0),
    ArrowUp: () => view?.turn(0, -TURN),
    ArrowDown: () => view?.turn(0, TURN),
    '+': () => view?.turn(0, 0, 1 / ZOOM),
    '-': () => view?.turn(0, 0, ZOOM),
    '0': () => view?.reset(),
  });
  return (
    <Modal isOpen onClose={onClose} kind="popup" shape="screen" aria-label={t('model', { title })}>
      <div className={styles.viewer}>
        <canvas
          // A context that was lost cannot be used again.
          key={attempt}
          ref={canvas}
          className={styles.canvas}
          role="img"
          aria-label={t('model', { title })}
          aria-describedby={keysId}
          data-state={shown.type}
        />
        <p id={keysId} className={styles.keys}>
          {t('keys')}
        </p>
        <Waiting type={shown.type} onRetry={retry} />
        <header className={styles.head}>
          <IconButton isField isQuiet label={t('close')} icon={<IconX {...icon} />} onClick={onClose} />
          <h1 className={styles.title}>{title}</h1>
        </header>
        {view && (
          <footer className={styles.foot}>
            <TurnButtons view={view} />
            {room.start && (
              <FilledButton
                isField
                icon={<IconCubePlus size={20} stroke={1.75} aria-hidden="true" />}
                aria-disabled={room.isStarting}
                onClick={room.start}
              >
                {t(room.isStarting ? 'preparing' : 'place')}
              </FilledButton>
            )}
          </footer>
        )}
      </div>
      <RoomOverlay ref={overlay} state={room.state} onLeave={room.end} />
    </Modal>
  );
}
