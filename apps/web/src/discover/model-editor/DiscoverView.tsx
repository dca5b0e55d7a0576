import type { ModelView } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { Tabs } from '../../ui/controls/Tabs';
import { EditorsHere } from '../../ui/feedback/EditNotices';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { NothingHere } from '../../ui/page/NotFound';
import { PageHead } from '../menu';
import { MaskEditor } from './mask/MaskEditor';
import { editedViewsQuery } from './model/editor-queries';
import { PointEditor } from './points/PointEditor';
import { texts } from './texts';
import { type EditedModel, WithModel } from './use-model';
import styles from './view.module.css';

interface EditorProps extends EditedModel {
  readonly view: ModelView;
  readonly views: readonly ModelView[];
}

/** D2.69: the picture of a view, with its points or its mask. */
function ViewEditor({ view, views, ...model }: EditorProps) {
  const t = useTexts(texts);
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { id, title } = model.item.content;
  const shown = tab === 'mask' ? tab : 'points';
  const show = (next: 'points' | 'mask') =>
    void navigate({
      to: '/discover-view-detail',
      search: { m: id, view: view.uniqueId, ...(next === 'mask' && { tab: next }) },
      replace: true,
      resetScroll: false,
    });
  const tabs = [
    { id: 'points', label: t('tabPoints') },
    { id: 'mask', label: t('tabMask') },
  ] as const;
  useTitle(title);
  return (
    <>
      <PageHead title={title} line={t('viewOf', { number: views.indexOf(view) + 1, count: views.length })} />
      <div className={styles.page}>
        <EditorsHere edited={id} />
        <Tabs label={t('partsOfView')} tabs={tabs} shown={shown} onShow={show}>
          <div className={styles.editor}>
            <Strip id={id} view={view} views={views} />
            {shown === 'mask' ? (
              <MaskEditor view={view} modelId={model.modelId} />
            ) : (
              <PointEditor view={view} {...model} />
            )}
          </div>
        </Tabs>
      </div>
    </>
  );
}

/** The other views of the model, on a desktop. */
function Strip({ id, view, views }: Pick<EditorProps, 'view' | 'views'> & { readonly id: number }) {
  const t = useTexts(texts);
  const { tab } = useSearch({ strict: false });
  return (
    <ul className={styles.strip} aria-label={t('views')}>
      {views.map((one, index) => (
        <li key={one.uniqueId}>
          <Link
            to="/discover-view-detail"
            search={{ m: id, view: one.uniqueId, ...(tab === 'mask' && { tab }) }}
            replace
            aria-current={one === view ? 'page' : undefined}
            aria-label={t('view', { number: index + 1 })}
          >
            <img src={one.imageUrl} alt="" decoding="async" />
            <span>{one.keyPointsCount}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Loaded(model: EditedModel) {
  const { view: viewId } = useSearch({ strict: false });
  const { data: views, error, refetch } = useQuery(editedViewsQuery(model.modelId));
  if (!views && error) return <Failed line={error.message} onRetry={() => void refetch()} />;
  if (!views) return <SkeletonRows count={4} picture={64} />;
  const view = views.find(({ uniqueId }) => uniqueId === viewId);
  return view ? <ViewEditor key={view.uniqueId} {...model} view={view} views={views} /> : <NothingHere />;
}

/** `/discover-view-detail` (D2.21): the points and the mask of a view, for those who edit the model. */
export function DiscoverView() {
  const { m } = useSearch({ strict: false });
  useScreenView('Discover_view_detail', m);
  return <WithModel contentId={m}>{(model) => <Loaded {...model} />}</WithModel>;
}
