import type { Content } from '@earth/contracts';
import { IconAugmentedReality } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { FilledButton } from '../../ui/controls/Button';
import { lazyPart, openPart } from '../../ui/feedback/lazy-part';
import { isTutorialSkipped } from '../about/model/tutorial';
import { texts } from './texts';

/** Loaded when they are opened: the camera, the engine and the tutorial are no part of a page. */
const VisitTutorial = lazyPart(() => import('./VisitTutorial'), 'VisitTutorial');
const Visit = lazyPart(() => import('./experience/Visit'), 'Visit');

interface VisitStartProps {
  readonly modelId: string;
  readonly content: Pick<Content, 'id' | 'title' | 'googleUrl'>;
  /** The visit starts at the point of this content. */
  readonly startAt?: number;
}

/** Starts the interactive visit of a model, after its tutorial unless that is skipped (D2.52, D4.14). */
export function VisitStart({ modelId, content, startAt }: VisitStartProps) {
  const t = useTexts(texts);
  const [open, setOpen] = useState<'tutorial' | 'visit' | null>(null);
  const close = () => setOpen(null);
  async function launch() {
    await Visit.preload();
    if (Visit.isHere()) setOpen('visit');
    else showToast(t('cannotStart'));
  }
  const start = () =>
    void (isTutorialSkipped('discover') ? launch() : openPart(VisitTutorial, () => setOpen('tutorial')));
  return (
    <>
      <FilledButton isField icon={<IconAugmentedReality size={20} stroke={1.75} aria-hidden="true" />} onClick={start}>
        {t(startAt === undefined ? 'start' : 'startHere')}
      </FilledButton>
      {open === 'tutorial' && <VisitTutorial onStart={() => void launch()} onClose={close} />}
      {open === 'visit' && <Visit modelId={modelId} content={content} startAt={startAt} onClose={close} />}
    </>
  );
}
