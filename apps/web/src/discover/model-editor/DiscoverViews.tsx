import { IconPlus, IconRefresh } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../shared/i18n';
import { useScreenView } from '../../shared/use-screen-view';
import { useTitle } from '../../shared/use-title';
import { QuietButton } from '../../ui/controls/Button';
import { OverflowMenu } from '../../ui/controls/OverflowMenu';
import { Tabs } from '../../ui/controls/Tabs';
import { Progress } from '../../ui/feedback/Progress';
import { PageHead } from '../menu';
import { AddViews } from './AddViews';
import { ContentsTab } from './ContentsTab';
import styles from './model-editor.module.css';
import { texts } from './texts';
import { type EditedModel, WithModel } from './use-model';
import { useProcessing } from './use-processing';
import { ViewsTab } from './ViewsTab';

interface ProcessingProps {
  readonly share: { readonly done: number; readonly count: number };
  readonly onCancel: () => void;
}

function Processing({ share: { done, count }, onCancel }: ProcessingProps) {
  const t = useTexts(texts);
  const words = t('processing', { done, count });
  return (
    <div className={styles.processing}>
      <p role="status">{words}</p>
      <Progress label={words} value={count === 0 ? null : done / count} />
      <QuietButton onClick={onCancel}>{t('cancel')}</QuietButton>
    </div>
  );
}

function Editor({ item, modelId }: EditedModel) {
  const t = useTexts(texts);
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const processing = useProcessing(modelId);
  const { id, title } = item.content;
  const shown = tab === 'contents' ? tab : 'views';
  const show = (next: 'views' | 'contents') =>
    void navigate({
      to: '/discover-views',
      search: { m: id, ...(next === 'contents' && { tab: next }) },
      replace: true,
      resetScroll: false,
    });
  const tabs = (['views', 'contents'] as const).map((one) => ({ id: one, label: t(one) }));
  useTitle(title);
  return (
    <>
      <PageHead title={title}>
        <OverflowMenu
          label={t('more')}
          acts={[
            {
              id: 'process',
              label: t('process'),
              icon: <IconRefresh size={20} stroke={1.75} aria-hidden="true" />,
              isOff: processing.isRunning,
              onChoose: () => void processing.start(),
            },
          ]}
        />
      </PageHead>
      <div className={styles.page}>
        {processing.isRunning && <Processing share={processing.share} onCancel={() => void processing.cancel()} />}
        <Tabs label={t('parts')} tabs={tabs} shown={shown} onShow={show}>
          {shown === 'views' ? <ViewsTab modelId={modelId} contentId={id} /> : <ContentsTab contentId={id} />}
        </Tabs>
        <div className={styles.floating}>
          {shown === 'contents' && (
            <Link className={styles.add} to="/discover-content-detail" search={{ m: id }} aria-label={t('addContent')}>
              <IconPlus size={24} stroke={2} aria-hidden="true" />
            </Link>
          )}
          <AddViews modelId={modelId} />
        </div>
      </div>
    </>
  );
}

/** `/discover-views` (D2.21): the views and the contents of a model, for those who edit it. */
export function DiscoverViews() {
  const { m } = useSearch({ strict: false });
  useScreenView('Discover_model_editor', m);
  return <WithModel contentId={m}>{(model) => <Editor key={model.modelId} {...model} />}</WithModel>;
}
