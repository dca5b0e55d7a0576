import type { ContentItem } from '@earth/contracts';
import { IconNotes, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../platform';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { IconButton } from '../../ui/controls/IconButton';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { useSwipe } from '../../ui/pictures/use-swipe';
import { RowLine, RowPicture, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import { Picture } from '../menu';
import { ConfirmDelete } from './Confirm';
import { modelContentsQuery } from './model/editor-queries';
import styles from './model-editor.module.css';
import { texts } from './texts';

function Row({ item: { content }, model }: { readonly item: ContentItem; readonly model: number }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [isAsked, ask] = useState(false);
  // To the left: delete.
  const swipe = useSwipe((by) => by === 1 && ask(true));
  async function remove() {
    await api
      .deleteContent({ contentId: content.id })
      .catch((error: Error) => showToast(error.message || t('noAnswer')));
    await client.invalidateQueries({ queryKey: ['model-contents'] });
  }
  return (
    <RuledRow
      style={{ touchAction: 'pan-y' }}
      {...swipe}
      lead={
        <RowPicture>
          <Picture picture={content.image} url={content.imageUrl} sizes="96px" />
        </RowPicture>
      }
      title={
        <Link
          to="/discover-content-detail"
          search={{ m: model, c: content.id }}
          className={styles.name}
          lang={content.locale}
          draggable={false}
        >
          {content.title}
        </Link>
      }
      trail={
        <>
          <IconButton
            label={t('deleteContent', { title: content.title })}
            icon={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => ask(true)}
          />
          <ConfirmDelete
            question={t('deleteContentAsk')}
            isOpen={isAsked}
            onClose={() => ask(false)}
            onDelete={() => void remove()}
          />
        </>
      }
    >
      {content.descr && <RowLine lang={content.locale}>{content.descr.split('\n', 1)[0]}</RowLine>}
    </RuledRow>
  );
}

export function ContentsTab({ contentId }: { readonly contentId: number }) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(modelContentsQuery(useContentLanguage(), contentId));
  if (!data && error) return <Failed line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} picture={64} />;
  if (data.length === 0)
    return (
      <Empty
        icon={<IconNotes size={40} stroke={1.75} aria-hidden="true" />}
        title={t('none')}
        line={t('noContentsLine')}
      />
    );
  return (
    <RuledList aria-label={t('contents')}>
      {data.map((item) => (
        <Row key={item.content.id} item={item} model={contentId} />
      ))}
    </RuledList>
  );
}
