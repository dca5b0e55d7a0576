import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCanGoBack, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { getConfig } from '../../../platform';
import { log, LogLevel } from '../../../platform/app-log';
import { useScoped } from '../../../platform/session/scope-context';
import { leavePage } from '../../../shared/back-order';
import { useContentLanguage, useTexts } from '../../../shared/i18n';
import { useTitle } from '../../../shared/use-title';
import { lazyPart } from '../../../ui/feedback/lazy-part';
import { RowSkeletons } from '../../lists';
import { type Entry, filtersOf, hasEntryAt, HOME, NoData, PageHead, WithMenu } from '../../menu';
import { isTutorialSkipped } from '../../about/model/tutorial';
import { type CatalogueEntry, cameraEntry, catalogueIn, searchOf } from '../model/catalogue';
import { catalogueQuery } from '../model/catalogue-queries';
import { sampleMatches } from '../model/match';
import { samplePhotograph } from '../model/photograph';
import { createRecognitionSession } from '../model/recognition-session';
import { RESULT_PAGES } from '../model/result-pages';
import { contentsQuery, itemsOf } from '../../lists/model/content-queries';
import { texts } from '../texts';
import { RecognitionCamera } from './RecognitionCamera';

/** Most visitors skip it from the second time on. */
const RecognitionTutorial = lazyPart(() => import('./RecognitionTutorial'), 'RecognitionTutorial');

interface ReadyProps {
  readonly entry: CatalogueEntry;
  readonly title: string;
  readonly menu: readonly Entry[];
}

/** The camera, after its tutorial unless that is skipped or was shown in this session. */
function Ready({ entry, title, menu }: ReadyProps) {
  const session = useScoped(createRecognitionSession);
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const language = useContentLanguage();
  const queries = useQueryClient();
  const [isTutorial, setTutorial] = useState(
    () => !isTutorialSkipped('plate_search') && !session.store.getState().hasStarted,
  );
  const { data, isError } = useQuery(catalogueQuery(entry, language));
  useTitle(title);
  // What is known stays known if it cannot be asked for again.
  const info = data ?? (isError ? null : undefined);

  function toStart(reason: string) {
    log(LogLevel.error, `recognition: ${reason}`);
    void navigate({ to: hasEntryAt(menu, HOME) ? HOME : '/content-list/', replace: true });
  }
  const back = () => (canGoBack ? leavePage(router.history) : toStart('cancelled'));
  const showResults = () =>
    void navigate({ to: RESULT_PAGES[getConfig().recognition.resultView], search: searchOf(entry) });
  async function showSample() {
    const { pages } = await queries.infiniteQuery(contentsQuery(language, filtersOf(entry)));
    const photograph = session.setPhotograph(await samplePhotograph());
    const { mode } = session.store.getState();
    const matches = sampleMatches(itemsOf(pages));
    session.setResult({ catalogue: entry, photograph, mode, note: '', matches, isFromDevice: false });
    showResults();
  }
  function start() {
    session.start();
    setTutorial(false);
  }
  if (isTutorial) return <RecognitionTutorial onStart={start} onClose={back} />;
  return (
    <RecognitionCamera
      entry={entry}
      title={title}
      info={info}
      onResults={showResults}
      onBack={back}
      onCancel={() => toStart('cancelled')}
      onFailure={() => toStart('the camera did not start')}
      onSample={() => void showSample()}
    />
  );
}

/** `/asset-recognition`: the camera of a catalogue of the menu (D2.19). */
export function RecognitionPage() {
  const t = useTexts(texts);
  const { model, customer } = useSearch({ strict: false });
  return (
    <WithMenu loading={<RowSkeletons count={5} />}>
      {(menu) => {
        const entry = catalogueIn(menu, { model, customer });
        const title = cameraEntry(menu)?.title ?? entry?.title ?? t('recognition');
        if (!entry) return <NoData title={title} />;
        return (
          <>
            <PageHead title={title} />
            <Ready key={entry.id} entry={entry} title={title} menu={menu} />
          </>
        );
      }}
    </WithMenu>
  );
}
