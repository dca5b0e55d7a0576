import { useEffect, useState } from 'react';
import { useTexts } from '../../../shared/i18n';
import type { Matrix } from '../model/matrix';
import type { ModelState, Stage } from '../model/stage';
import { texts } from '../texts';
import styles from './experience.module.css';
import type { ItemProps } from './item-props';
import { Placed } from './Placed';

interface ModelItemProps extends ItemProps {
  readonly stage: Stage;
  readonly target: string;
  readonly matrix: Matrix;
}

/** A 3D model: the layer below draws it, and this is its name, its target for taps, and its problem. */
export function ModelItem({ stage, target, matrix, item, onOpen }: ModelItemProps) {
  const t = useTexts(texts);
  const [state, setState] = useState<ModelState>('loading');
  const { title, contentId, urls } = item;
  const [url] = urls;
  useEffect(
    () => (url === undefined ? undefined : stage.addModel({ target, url, matrix, onState: setState })),
    [stage, target, url, matrix],
  );
  return (
    <Placed stage={stage} target={target} matrix={matrix}>
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
