import type { Contact } from '@earth/contracts';
import { useTexts } from '../../shared/i18n';
import { AvailabilityChip } from '../../account/availability';
import { LeftOpenCall, usePlaceCall } from '../calls';
import { useTitle } from '../../shared/use-title';
import { useWritten } from '../../shared/written';
import { getConfig } from '../../platform';
import { HistoryList, HistoryState, OlderButton, useHistory, useSubjects } from '../history';
import { lazyPart } from '../../ui/feedback/lazy-part';
import { HelpButton } from './HelpButton';
import styles from './HelpHome.module.css';
import { PeopleStrip } from './PeopleStrip';
import { ProductChooser } from './ProductChooser';
import { SectionHead } from './SectionHead';
import { texts } from './texts';
import { useProduct } from './use-product';

/** Loaded on demand: most field users never see it. */
const FirstStep = lazyPart(() => import('./first-step/FirstStep'), 'FirstStep');

/** The field user's home page: a call for help takes two taps. */
export function HelpHome() {
  const t = useTexts(texts);
  const { brand } = getConfig();
  const product = useProduct();
  const written = useWritten();
  const history = useHistory();
  const records = history.records ?? [];
  const subjects = useSubjects(records);
  const { place } = usePlaceCall();
  useTitle(t('title'));

  const { chosen } = product;
  const subject = chosen ? written(chosen.name, chosen.nameIt) : undefined;
  const call = (targets: readonly Contact[], forHelp = false) =>
    place({ targets, subject, productCode: chosen?.code, forHelp });

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1 className={styles.brand}>
          <img src={brand.logoUrl} alt="" width={30} height={30} />
          {brand.name}
        </h1>
        <AvailabilityChip />
      </header>
      <div className={styles.content}>
        <LeftOpenCall />
        {history.records?.length === 0 && <FirstStep />}
        <ProductChooser product={product} />
        <PeopleStrip onCall={(person) => call([person])} />
        <section aria-labelledby="recent">
          <SectionHead id="recent" title={t('recent')} to={records.length > 0 ? '/calls' : null} />
          <HistoryState history={history} empty={<p className={styles.none}>{t('noCalls')}</p>}>
            <HistoryList records={records} subjects={subjects} label={t('recent')} isField />
            <div className={styles.older}>
              <OlderButton history={history} />
            </div>
          </HistoryState>
        </section>
      </div>
      <div className={styles.foot}>
        <HelpButton onCall={(helpers) => call(helpers, true)} />
      </div>
    </div>
  );
}
