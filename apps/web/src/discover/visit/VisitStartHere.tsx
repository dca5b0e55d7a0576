import { useQuery } from '@tanstack/react-query';
import { useContentLanguage } from '../../shared/i18n';
import { api } from '../../platform';
import { VisitStart } from './VisitStart';

/** On the page of a point, for a visitor who has scanned the code beside a work: starts the visit of its model at this point. */
export function VisitStartHere({ contentId }: { readonly contentId: number }) {
  const l = useContentLanguage();
  const { data: model } = useQuery({
    queryKey: ['model-of-point', l, contentId],
    queryFn: async () =>
      (await api.listModels({ l, point: contentId })).items.find((one) => one.viewsCount > 0) ?? null,
  });
  return model && <VisitStart modelId={model.uniqueId} content={model.contentData.content} startAt={contentId} />;
}
