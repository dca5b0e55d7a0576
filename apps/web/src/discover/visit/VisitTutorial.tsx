import { useTexts } from '../../shared/i18n';
import { Dialog } from '../../ui/overlay/Dialog';
import { TutorialSlides } from '../about';
import point from './slide-point.svg';
import touch from './slide-touch.svg';
import { texts } from './texts';

interface VisitTutorialProps {
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** The tutorial of visits. */
export function VisitTutorial({ onStart, onClose }: VisitTutorialProps) {
  const t = useTexts(texts);
  return (
    <Dialog isOpen onClose={onClose} title={t('tutorial')} width={520}>
      <TutorialSlides
        name="discover"
        slides={[
          { picture: point, title: t('pointTitle'), line: t('pointLine') },
          { picture: touch, title: t('touchTitle'), line: t('touchLine') },
        ]}
        onStart={onStart}
      />
    </Dialog>
  );
}
