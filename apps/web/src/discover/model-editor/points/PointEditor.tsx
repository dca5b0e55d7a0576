import type { ModelView } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useContentLanguage, useTexts } from '../../../shared/i18n';
import { Failed } from '../../../ui/feedback/Notice';
import { SkeletonRows } from '../../../ui/feedback/Skeleton';
import { modelContentsQuery } from '../model/editor-queries';
import { texts } from '../texts';
import type { EditedModel } from '../use-model';
import { MaskBelow } from './MaskBelow';
import { PointPanel } from './PointPanel';
import { type Dot, PointStage } from './PointStage';
import { PointTools } from './PointTools';
import styles from './points.module.css';
import { NEW, useChosenPoint } from './use-chosen-point';
import { usePoints } from './use-points';

interface PointEditorProps extends EditedModel {
  readonly view: ModelView;
}

/** D2.69, D4.26: the picture with its points, and the panel of the chosen one. */
export function PointEditor({ item, modelId, view }: PointEditorProps) {
  const t = useTexts(texts);
  const { id } = item.content;
  const edited = usePoints({ viewId: view.uniqueId, modelId });
  const { points, error, retry, state } = edited;
  const editor = useChosenPoint(edited);
  const { draft, point, shown } = editor;
  const [isMaskShown, showMask] = useState(false);
  const contents = useQuery(modelContentsQuery(useContentLanguage(), id)).data;
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
  return (
    <>
      <PointStage
        view={view}
        dots={[...saved, ...unsaved]}
        state={t(state)}
        onTap={editor.start}
        onChoose={editor.choose}
        onMove={editor.move}
        onDelete={editor.erase}
      >
        {(stage) => isMaskShown && <MaskBelow view={view} stage={stage} />}
      </PointStage>
      <div className={styles.side}>
        <PointTools view={view} modelId={modelId} content={item.content} isMaskShown={isMaskShown} onMask={showMask} />
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
          <p className={styles.quiet}>{t('pointsHint')}</p>
        )}
      </div>
    </>
  );
}
