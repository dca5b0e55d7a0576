import { useQuery } from '@tanstack/react-query';
import { useContentLanguage, useTexts } from '../../../shared/i18n';
import { ButtonLink, QuietButton } from '../../../ui/controls/Button';
import { Failed } from '../../../ui/feedback/Notice';
import { Loading, SkeletonBlock } from '../../../ui/feedback/Skeleton';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import { texts as uiTexts } from '../../../ui/texts';
import { Info } from '../../detail';
import { contentQuery } from '../../lists/model/content-queries';
import { Picture } from '../../menu';
import { texts } from '../texts';
import styles from './experience.module.css';

interface ContentDialogProps {
  readonly contentId: number;
  readonly onClose: () => void;
}

/** A content, over the camera, which goes on. A popup as the camera is: a step back closes the last opened, which is this one. */
export function ContentDialog({ contentId, onClose }: ContentDialogProps) {
  const t = useTexts(texts);
  const u = useTexts(uiTexts);
  const { data: item, isError, error, refetch } = useQuery(contentQuery(useContentLanguage(), contentId));
  return (
    <Dialog isOpen onClose={onClose} title={item?.content.title ?? u('loading')} width={600}>
      {item && item.content.imageUrl !== null && (
        <Picture
          picture={item.content.image}
          url={item.content.imageUrl}
          sizes="(min-width: 640px) 552px, 100vw"
          className={styles.hero}
          isFirst
        />
      )}
      {item && <Info content={item.content} />}
      {!item && isError && <Failed line={error.message} onRetry={() => void refetch()} />}
      {!item && !isError && (
        <Loading>
          <SkeletonBlock width="100%" height={160} />
        </Loading>
      )}
      <DialogAnswers>
        <QuietButton onClick={onClose}>{u('close')}</QuietButton>
        <ButtonLink to="/content-detail/$contentId" params={{ contentId: String(contentId) }} kind="filled">
          {t('toPage')}
        </ButtonLink>
      </DialogAnswers>
    </Dialog>
  );
}
