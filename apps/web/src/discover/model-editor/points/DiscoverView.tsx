import type { ModelView } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useContentLanguage, useTexts } from '../../../shared/i18n';
import { useScreenView } from '../../../shared/use-screen-view';
import { useTitle } from '../../../shared/use-title';
import { Failed } from '../../../ui/feedback/Notice';
import { SkeletonRows } from '../../../ui/feedback/Skeleton';
import { NothingHere } from '../../../ui/page/NotFound';
import { PageHead } from '../../menu';
import { editedViewsQuery, modelContentsQuery } from '../model/editor-queries';
import { PointPanel } from './PointPanel';
import { type Dot, PointStage } from './PointStage';
import styles from './points.module.css';
import { NEW, useChosenPoint } from './use-chosen-point';
import { usePoints } from './use-points';
import { texts } from '../texts';
import { type EditedModel, WithModel } from '../use-model';

interface EditorProps extends EditedModel {
  readonly view: ModelView;
  readonly views: readonly ModelView[];
}

/** D2.69, D4.26: the picture with its points, and the panel of the chosen one. */
function PointEditor({ item, modelId, view, views }: EditorProps) {
  const t = useTexts(texts);
  const { id, title } = item.content;
  const edited = usePoints({ viewId: view.uniqueId, modelId });
  const { points, error, retry, state } = edited;
  const editor = useChosenPoint(edited);
  const { draft, point, shown } = editor;
  const contents = useQuery(modelContentsQuery(useContentLanguage(), id)).data;
  useTitle(title);
  if (!points && error) return <Failed line={error.message} onRetry={retry} />;
  if (!points) return <SkeletonRows count={4} picture={64} />;

  const numbers = new Map(points.map((one, index) => [one.contentId, index + 1]));
  const titleOf = (contentId: number) => contents?.find(({ content }) => content.id === contentId)?.content.title ?? '';
  const saved = points.map(
    (one, index): Dot => ({
      key: String(one.contentId),
      number: index + 1,
      label: t('pointOf', { number: index + 1, title: titleOf(one.contentId) }),
      at: { x: one.posX, y: one.posY },
      color: one.color,
      isChosen: one === point,
    }),
  );
  const unsaved = draft ? [{ key: NEW, number: null, label: t('newPoint'), isChosen: true, ...draft }] : [];
  const line = t('viewOf', { number: views.indexOf(view) + 1, count: views.length });
  return (
    <>
      <PageHead title={title} line={line}>
        <p role="status" className={styles.quiet}>
          {t(state)}
        </p>
      </PageHead>
      <div className={styles.editor}>
        <Strip id={id} view={view} views={views} />
        <PointStage
          view={view}
          dots={[...saved, ...unsaved]}
          onTap={editor.start}
          onChoose={editor.choose}
          onMove={editor.move}
          onDelete={editor.erase}
        />
        {shown ? (
          <PointPanel
            modelContentId={id}
            number={point ? (numbers.get(point.contentId) ?? null) : null}
            contentId={point?.contentId ?? null}
            color={shown.color}
            numbers={numbers}
            onColor={editor.recolour}
            onContent={editor.take}
            onDelete={() => point && editor.erase(String(point.contentId))}
            onClose={editor.close}
          />
        ) : (
          <p className={`${styles.panel} ${styles.quiet}`}>{t('pointsHint')}</p>
        )}
      </div>
    </>
  );
}

/** The other views of the model, on a desktop. */
function Strip({ id, view, views }: Pick<EditorProps, 'view' | 'views'> & { readonly id: number }) {
  const t = useTexts(texts);
  return (
    <ul className={styles.strip} aria-label={t('views')}>
      {views.map((one, index) => (
        <li key={one.uniqueId}>
          <Link
            to="/discover-view-detail"
            search={{ m: id, view: one.uniqueId }}
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
  return view ? <PointEditor key={view.uniqueId} {...model} view={view} views={views} /> : <NothingHere />;
}

/** `/discover-view-detail` (D2.21): the points of a view, for those who edit the model. */
export function DiscoverView() {
  const { m } = useSearch({ strict: false });
  useScreenView('Discover_view_detail', m);
  return <WithModel contentId={m}>{(model) => <Loaded {...model} />}</WithModel>;
}
