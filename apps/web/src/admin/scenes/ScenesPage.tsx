import { CONTENT_TITLE_MAX, type ContentTableRow, ContentView } from '@earth/contracts';
import { IconCube, IconPlus, IconPrinter } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '../../platform';
import { useContentLanguage, useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useIsDesktop } from '../../shared/use-media';
import { useRequest } from '../../shared/use-request';
import { useTitle } from '../../shared/use-title';
import { ButtonLink, FilledButton, QuietButton } from '../../ui/controls/Button';
import { Field } from '../../ui/controls/Field';
import { OverflowMenu } from '../../ui/controls/OverflowMenu';
import { Empty, Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { Question } from '../../ui/overlay/Question';
import { Pager } from '../../ui/page/Pager';
import { QuietLine, SettingsPage, TitleRow } from '../../ui/page/SettingsPage';
import { AboveRow, RowLink } from '../../ui/rows/RowLink';
import { LinkedRuledRow, RowLine, RowPicture, RuledList } from '../../ui/rows/RuledRow';
import { BackToSections } from '../shell';
import { PAGE, sceneQuery, scenesQuery, worstOf } from './queries';
import { ScenePage } from './ScenePage';
import styles from './scenes.module.css';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Makes a scene live or a draft; asks first if a camera would find nothing on one of its markers. */
function Publish({ row: { id, state }, worst }: { readonly row: ContentTableRow; readonly worst: number | null }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const { ask, isBusy, problem } = useRequest();
  const [isWarning, setWarning] = useState(false);
  const isDraft = state === 'draft';
  const publish = () =>
    void ask(async () => {
      setWarning(false);
      await api.publishContents({ ids: [id], isDraft: !isDraft });
      await client.invalidateQueries({ queryKey: ['edited-scenes'] });
      showToast(t(isDraft ? 'published' : 'unpublished'));
    });
  return (
    <AboveRow className={styles.publish}>
      <QuietButton aria-disabled={isBusy} onClick={isDraft && worst === 0 ? () => setWarning(true) : publish}>
        {t(isDraft ? 'publish' : 'unpublish')}
      </QuietButton>
      {problem && <span role="alert">{problem.words}</span>}
      <Question
        isOpen={isWarning}
        title={t('publishAsk')}
        yes={t('publishAnyway')}
        onYes={publish}
        onClose={() => setWarning(false)}
      >
        <p>{t('publishWarn')}</p>
      </Question>
    </AboveRow>
  );
}

function Row({ row }: { readonly row: ContentTableRow }) {
  const t = useTexts(texts);
  const { data } = useQuery(sceneQuery(row.id));
  const worst = data ? worstOf(data.markers) : null;
  const count = data?.markers.length ?? 0;
  const rating = worst === null ? t('notRated') : t('worst', { rating: worst });
  return (
    <LinkedRuledRow
      lead={
        <RowPicture>{data?.markers[0] && <img src={data.markers[0].imageUrl} alt="" decoding="async" />}</RowPicture>
      }
      title={
        <RowLink to="/admin/scenes" search={{ scene: row.id }} dir="auto">
          {row.title}
        </RowLink>
      }
      trail={<Publish row={row} worst={worst} />}
    >
      <RowLine>{t(`state_${row.state}`)}</RowLine>
      {data && <RowLine>{count === 0 ? t('markersNone') : `${t('markersCount', { count })} · ${rating}`}</RowLine>}
    </LinkedRuledRow>
  );
}

function Found() {
  const t = useTexts(texts);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(scenesQuery(useContentLanguage(), page));
  if (!data && error) return <Failed title={t('failed')} line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={5} picture={64} />;
  if (data.total === 0)
    return (
      <Empty icon={<IconCube size={40} stroke={1.75} aria-hidden="true" />} title={t('none')} line={t('noneLine')} />
    );
  return (
    <>
      <RuledList aria-label={t('title')}>
        {data.items.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </RuledList>
      <Pager page={page} pages={Math.ceil(data.total / PAGE)} onPage={setPage} />
    </>
  );
}

/** Makes a scene, which is a draft until it is published, and opens its editor. */
function NewScene() {
  const t = useTexts(texts);
  const l = useContentLanguage();
  const navigate = useNavigate();
  const { ask, isBusy, problem } = useRequest();
  const [title, setTitle] = useState<string | null>(null);
  const make = () =>
    void ask(async () => {
      const { content } = await api.createContent({
        l,
        title: title ?? '',
        ctnView: ContentView.scene,
        visibility: 'public',
      });
      await api.publishContents({ ids: [content.id], isDraft: true });
      await navigate({ to: '/admin/scenes', search: { scene: content.id } });
    });
  return (
    <>
      <FilledButton icon={<IconPlus {...icon} />} onClick={() => setTitle('')}>
        {t('newScene')}
      </FilledButton>
      <Dialog title={t('newScene')} isOpen={title !== null} onClose={() => setTitle(null)}>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            make();
          }}
        >
          <Field
            label={t('sceneTitle')}
            value={title ?? ''}
            maxLength={CONTENT_TITLE_MAX}
            problem={problem}
            say={t}
            onChange={setTitle}
          />
          <DialogAnswers>
            <QuietButton onClick={() => setTitle(null)}>{t('cancel')}</QuietButton>
            <FilledButton type="submit" disabled={isBusy || title === null || title.trim() === ''}>
              {t('make')}
            </FilledButton>
          </DialogAnswers>
        </form>
      </Dialog>
    </>
  );
}

function Scenes() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const isDesktop = useIsDesktop();
  const print = <IconPrinter {...icon} />;
  useTitle(t('title'));
  return (
    <SettingsPage isWide>
      <BackToSections />
      <TitleRow title={t('title')}>
        {isDesktop ? (
          <>
            <ButtonLink kind="quiet" to="/ar/print" icon={print}>
              {t('printAll')}
            </ButtonLink>
            <NewScene />
          </>
        ) : (
          <>
            <NewScene />
            <OverflowMenu
              label={t('more')}
              acts={[
                { id: 'print', label: t('printAll'), icon: print, onChoose: () => void navigate({ to: '/ar/print' }) },
              ]}
            />
          </>
        )}
      </TitleRow>
      <QuietLine>{t('intro')}</QuietLine>
      <Found />
    </SettingsPage>
  );
}

/**
 * The scenes of the company, and one of them if the address names one. For operators and admins. The type of its result is given, because
 * the type of the address depends on it.
 */
export function ScenesPage(): ReactNode {
  const { scene } = useSearch({ strict: false });
  return scene === undefined ? <Scenes /> : <ScenePage key={scene} contentId={scene} />;
}
