import { IconAugmentedReality } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton } from '../../ui/controls/Button';
import { lazyPart, openPart } from '../../ui/feedback/lazy-part';
import { isTutorialSkipped } from '../about/model/tutorial';
import { texts } from './texts';

/** Loaded when they are opened: the camera, the engine and the tutorial are no part of a page. */
const ArTutorial = lazyPart(() => import('./ArTutorial'), 'ArTutorial');
const ArExperience = lazyPart(() => import('./experience/ArExperience'), 'ArExperience');

interface ArStartProps {
  /** Null: the markers of all scenes. */
  readonly sceneId?: number | null;
  readonly title: string;
  /** It begins without a click: another page has its start button, and leads here. */
  readonly isAutomatic?: boolean;
  readonly onLeave?: (() => void) | undefined;
}

/** Starts augmented reality, after its tutorial unless that is skipped (D4.14). */
export function ArStart({ sceneId = null, title, isAutomatic = false, onLeave }: ArStartProps) {
  const t = useTexts(texts);
  const tutorial = sceneId === null ? 'ar_logo' : 'ar_scene';
  const [open, setOpen] = useState<'tutorial' | 'experience' | null>(() => {
    if (!isAutomatic) return null;
    return isTutorialSkipped(tutorial) ? 'experience' : 'tutorial';
  });
  function close() {
    setOpen(null);
    onLeave?.();
  }
  async function launch() {
    await ArExperience.preload();
    if (ArExperience.isHere()) setOpen('experience');
    else showToast(t('cannotStart'));
  }
  const start = () => void (isTutorialSkipped(tutorial) ? launch() : openPart(ArTutorial, () => setOpen('tutorial')));
  return (
    <>
      <FilledButton
        isField
        icon={<IconAugmentedReality size={20} stroke={1.75} aria-hidden="true" />}
        aria-label={t('startLabel')}
        onClick={start}
      >
        {t('start')}
      </FilledButton>
      {open === 'tutorial' && <ArTutorial name={tutorial} onStart={() => void launch()} onClose={close} />}
      {open === 'experience' && <ArExperience sceneId={sceneId} title={title} onClose={close} />}
    </>
  );
}
