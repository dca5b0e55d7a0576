import { useTexts } from '../../shared/i18n';
import { Loading, SkeletonBlock } from '../../ui/feedback/Skeleton';
import { MapView } from './MapView';
import styles from './layer-preview.module.css';
import type { Place } from './model/geometry';
import { texts } from './texts';
import { layerProblem, useLayer } from './use-layer';

/** Replaced by the bounds of the layer. */
const START: Place = [0, 0];

/** A map layer as visitors will see it, small, with the number of its shapes or what is wrong with it. */
export function LayerPreview({ url, label }: { readonly url: string; readonly label: string }) {
  const t = useTexts(texts);
  const { data: layer, error } = useLayer(url);
  if (error)
    return (
      <p role="alert" className={styles.problem}>
        {t(layerProblem(error))}
      </p>
    );
  if (!layer)
    return (
      <Loading>
        <SkeletonBlock width="100%" height={240} />
      </Loading>
    );
  return (
    <>
      <div className={styles.map}>
        <MapView label={label} center={START} zoom={1} layer={layer} />
      </div>
      <p className={styles.line}>{t('other', { count: layer.features.length })}</p>
      {layer.skipped > 0 && <p className={styles.line}>{t('skipped', { count: layer.skipped })}</p>}
    </>
  );
}
