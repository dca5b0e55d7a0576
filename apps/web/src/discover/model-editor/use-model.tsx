import { type ContentItem, ContentView } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../platform';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { NothingHere } from '../../ui/page/NotFound';
import { contentQuery } from '../lists/model/content-queries';
import { useMayEdit } from '../menu';
import { texts } from './texts';

export interface EditedModel {
  readonly item: ContentItem;
  readonly modelId: string;
}

interface WithModelProps {
  /** The id of the model's content. */
  readonly contentId: number | undefined;
  readonly children: (model: EditedModel) => ReactNode;
}

/** Loads a model for its editors; everybody else finds nothing here. */
export function WithModel({ contentId, children }: WithModelProps) {
  const t = useTexts(texts);
  const language = useContentLanguage();
  const { data, error, refetch } = useQuery({
    ...contentQuery(language, contentId ?? 0),
    enabled: contentId !== undefined,
  });
  const mayEdit = useMayEdit(data?.content.ownerId);
  const isGone = contentId === undefined || (error instanceof ApiError && error.error === 'notFound');
  if (isGone) return <NothingHere />;
  if (!data && error) return <Failed title={t('failed')} line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} picture={64} />;
  const { extlId, ctnView } = data.content;
  if (!mayEdit || extlId === null || ctnView !== ContentView.model) return <NothingHere />;
  return children({ item: data, modelId: extlId });
}
