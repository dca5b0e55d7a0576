import type { ContentPicture } from '@earth/contracts';
import { useTexts } from '../../shared/i18n';
import { FullScreen, FullScreenHead } from '../../ui/pictures/FullScreen';
import { PictureStage } from '../../ui/pictures/PictureStage';
import { ContentImage } from './ContentImage';
import { texts } from './texts';

export interface Photo {
  readonly url: string;
  readonly picture: ContentPicture | null;
}

interface PhotoBrowserProps {
  readonly photos: readonly Photo[];
  readonly shown: number;
  readonly onShow: (index: number | null) => void;
}

/** Full screen viewer; a swipe or the arrow keys change the picture, Esc closes it. */
export function PhotoBrowser({ photos, shown, onShow }: PhotoBrowserProps) {
  const t = useTexts(texts);
  const photo = photos[shown];
  const close = () => onShow(null);
  const values = { number: shown + 1, count: photos.length };
  return (
    <FullScreen isOpen={photo !== undefined} onClose={close} label={t('gallery')}>
      <FullScreenHead line={t('picture', values)} onClose={close}>
        {null}
      </FullScreenHead>
      {photo && (
        <PictureStage {...values} onGo={(by) => onShow(shown + by)}>
          {(scale) => (
            <ContentImage
              key={shown}
              picture={photo.picture}
              url={photo.url}
              alt={t('picture', values)}
              missing={t('pictureMissing', values)}
              sizes={`${Math.round(scale * 100)}vw`}
              isWhole
              isFirst
            />
          )}
        </PictureStage>
      )}
    </FullScreen>
  );
}
