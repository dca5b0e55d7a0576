import type { ModelView } from '@earth/contracts';
import { IconMapPin, IconPhoto, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { IconButton } from '../../ui/controls/IconButton';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { AboveRow, RowLink } from '../../ui/rows/RowLink';
import { LinkedRuledRow, RowPicture, RuledList } from '../../ui/rows/RuledRow';
import { ConfirmDelete } from './Confirm';
import { editedViewsQuery } from './model/editor-queries';
import styles from './model-editor.module.css';
import { texts } from './texts';
import { ViewRating } from './ViewRating';

interface RowProps {
  readonly view: ModelView;
  /** Counted from 1. */
  readonly number: number;
  /** Of the model. */
  readonly contentId: number;
}

function Row({ view, number, contentId }: RowProps) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [isLoaded, setLoaded] = useState(false);
  const [isAsked, ask] = useState(false);
  async function remove() {
    await api.deleteModelView({ id: view.uniqueId }).catch((error: Error) => showToast(error.message || t('noAnswer')));
    await client.invalidateQueries({ queryKey: editedViewsQuery(view.modelUniqueId).queryKey });
  }
  return (
    <LinkedRuledRow
      lead={
        <RowPicture>
          <img src={view.imageUrl} alt="" decoding="async" onLoad={() => setLoaded(true)} />
        </RowPicture>
      }
      title={
        <RowLink to="/discover-view-detail" search={{ m: contentId, view: view.uniqueId }}>
          {t('view', { number })}
        </RowLink>
      }
      trail={
        <AboveRow>
          <IconButton
            label={t('deleteView', { number })}
            icon={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => ask(true)}
          />
          <ConfirmDelete
            question={t('deleteViewAsk')}
            isOpen={isAsked}
            onClose={() => ask(false)}
            onDelete={() => void remove()}
          />
        </AboveRow>
      }
    >
      <ViewRating view={view} />
      {isLoaded && (
        <span className={styles.points}>
          <IconMapPin size={16} stroke={1.75} aria-hidden="true" />
          {t('points', { count: view.keyPointsCount })}
        </span>
      )}
    </LinkedRuledRow>
  );
}

export function ViewsTab({ modelId, contentId }: { readonly modelId: string; readonly contentId: number }) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(editedViewsQuery(modelId));
  if (!data && error) return <Failed line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} picture={64} />;
  if (data.length === 0)
    return (
      <Empty
        icon={<IconPhoto size={40} stroke={1.75} aria-hidden="true" />}
        title={t('none')}
        line={t('noViewsLine')}
      />
    );
  return (
    <RuledList aria-label={t('views')}>
      {data.map((view, index) => (
        <Row key={view.uniqueId} view={view} number={index + 1} contentId={contentId} />
      ))}
    </RuledList>
  );
}
