import { useTexts } from '../../shared/i18n';
import { Dialog } from '../../ui/overlay/Dialog';
import { TutorialSlides } from '../about';
import find from './slide-find.svg';
import point from './slide-point.svg';
import see from './slide-see.svg';
import { texts } from './texts';

interface ArTutorialProps {
  readonly name: 'ar_logo' | 'ar_scene';
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** Two slides for augmented reality, three for a scene (D2.35). */
export function ArTutorial({ name, onStart, onClose }: ArTutorialProps) {
  const t = useTexts(texts);
  const pointing = { picture: point, title: t('pointTitle'), line: t('pointLine') };
  const seeing = { picture: see, title: t('seeTitle'), line: t('seeLine') };
  const finding = { picture: find, title: t('findTitle'), line: t('findLine') };
  return (
    <Dialog isOpen onClose={onClose} title={t('tutorial')} width={520}>
      <TutorialSlides
        name={name}
        slides={name === 'ar_scene' ? [finding, pointing, seeing] : [pointing, seeing]}
        onStart={onStart}
      />
    </Dialog>
  );
}
