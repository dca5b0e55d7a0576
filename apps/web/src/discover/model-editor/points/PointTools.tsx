import type { Content, ModelView } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../shared/i18n';
import { Switch } from '../../../ui/controls/Switch';
import { TryVisit } from '../../visit';
import { layerQuery } from '../model/editor-queries';
import { texts } from '../texts';
import styles from './points.module.css';

interface PointToolsProps {
  readonly view: ModelView;
  readonly modelId: string;
  readonly content: Pick<Content, 'id' | 'title' | 'googleUrl'>;
  readonly isMaskShown: boolean;
  readonly onMask: (isShown: boolean) => void;
}

/** How the points will be seen: over the mask, and by visitors. */
export function PointTools({ view, modelId, content, isMaskShown, onMask }: PointToolsProps) {
  const t = useTexts(texts);
  const layer = useQuery({ ...layerQuery(view), enabled: isMaskShown });
  return (
    <div role="group" aria-label={t('pointTools')} className={styles.tools}>
      <Switch label={t('showMask')} isOn={isMaskShown} onChange={onMask} />
      {isMaskShown && layer.data === null && <p className={styles.quiet}>{t('noMask')}</p>}
      {isMaskShown && layer.error && (
        <p role="alert" className={styles.quiet}>
          {layer.error.message || t('noAnswer')}
        </p>
      )}
      <TryVisit modelId={modelId} content={content} picture={view.imageUrl} />
    </div>
  );
}
