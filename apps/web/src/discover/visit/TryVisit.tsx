import type { Content } from '@earth/contracts';
import { IconAugmentedReality, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { QuietButton } from '../../ui/controls/Button';
import { lazyPart, openPart } from '../../ui/feedback/lazy-part';
import { texts } from './texts';

const Visit = lazyPart(() => import('./experience/Visit'), 'Visit');
const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

interface TryVisitProps {
  readonly modelId: string;
  readonly content: Pick<Content, 'id' | 'title' | 'googleUrl'>;
  /** The address of a view. */
  readonly picture: string;
}

/** For editors: the visit as visitors have it, in front of the work, or of a picture of it. */
export function TryVisit({ modelId, content, picture }: TryVisitProps) {
  const t = useTexts(texts);
  const [shown, setShown] = useState<'camera' | 'picture' | null>(null);
  const open = (what: 'camera' | 'picture') => () => void openPart(Visit, () => setShown(what));
  return (
    <>
      <QuietButton icon={<IconPhoto {...icon} />} onClick={open('picture')}>
        {t('tryPicture')}
      </QuietButton>
      <QuietButton icon={<IconAugmentedReality {...icon} />} onClick={open('camera')}>
        {t('tryCamera')}
      </QuietButton>
      {shown && (
        <Visit
          modelId={modelId}
          content={content}
          picture={shown === 'picture' ? picture : undefined}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
