import { useTexts } from '../../../shared/i18n';
import { Dialog } from '../../../ui/overlay/Dialog';
import { TutorialSlides } from '../../about';
import { texts } from '../texts';
import frame from './slide-frame.svg';
import like from './slide-like.svg';

interface RecognitionTutorialProps {
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** The tutorial of the recognition: two slides (D2.35). */
export function RecognitionTutorial({ onStart, onClose }: RecognitionTutorialProps) {
  const t = useTexts(texts);
  return (
    <Dialog isOpen onClose={onClose} title={t('tutorial')} width={520}>
      <TutorialSlides
        name="plate_search"
        slides={[
          { picture: frame, title: t('frameTitle'), line: t('frameLine') },
          { picture: like, title: t('likeTitle'), line: t('likeLine') },
        ]}
        onStart={onStart}
      />
    </Dialog>
  );
}
