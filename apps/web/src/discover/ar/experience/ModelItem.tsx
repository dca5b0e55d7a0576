import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import type { ItemStage, ModelState } from '../model/item-stage';
import type { Matrix } from '../model/matrix';
import { texts } from '../texts';
import styles from './experience.module.css';
import type { ItemProps } from './item-props';
import { Placed } from './Placed';

interface ModelItemProps extends ItemProps {
  readonly stage: ItemStage;
  readonly target: string;
  readonly matrix: Matrix;
}

/** A 3D model: the layer below draws it, and this is its name, its target for taps, and its problem. */
export function ModelItem({ stage, target, matrix, item, onOpen, cover }: ModelItemProps) {
  const t = useTexts(texts);
  const [state, setState] = useState<ModelState>('loading');
  const { title, contentId, urls } = item;
  const [url] = urls;
  // An editor moves it: it is not loaded again for that.
  const place = useRef(matrix);
  useEffect(() => {
    place.current = matrix;
  }, [matrix]);
  useEffect(
    () =>
      url === undefined ? undefined : stage.addModel({ target, url, matrix: () => place.current, onState: setState }),
    [stage, target, url],
  );
  return (
    <Placed stage={stage} target={target} matrix={matrix} cover={cover}>
      {state === 'failed' && (
        <p role="alert" className={styles.broken}>
          {t('mediaFailed')}
        </p>
      )}
      {state === 'loading' && (
        <p role="status" className={styles.broken}>
          {t('loadingModel')}
        </p>
      )}
      {state === 'shown' &&
        (contentId === null ? (
          <div role="img" aria-label={t('model', { title })} className={styles.modelArea} />
        ) : (
          <button
            type="button"
            className={styles.modelArea}
            aria-haspopup="dialog"
            aria-label={t('open', { title })}
            onClick={() => onOpen(contentId)}
          />
        ))}
    </Placed>
  );
}
