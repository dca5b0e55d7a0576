import type { Contact } from '@earth/contracts';
import { useTexts } from '../../shared/i18n';
import { useMe } from '../../platform';
import { ButtonLink } from '../../ui/controls/Button';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { HistoryList, HistoryState, useHistory, useSubjects } from '../history';
import { ListHeading, NoneLine } from './ListParts';
import styles from './people.module.css';
import { texts } from './texts';

const RECENT = 5;

/** The latest calls with this person, and the way to all of them. */
export function CallsWith({ person: { uniqueId } }: { readonly person: Contact }) {
  const t = useTexts(texts);
  const me = useMe();
  const history = useHistory({ contactUniqueId: uniqueId });
  const { records = [] } = history;
  const shown = records.slice(0, RECENT);
  const subjects = useSubjects(shown);
  return (
    <section aria-labelledby="your-calls">
      <ListHeading id="your-calls">{t('yourCalls')}</ListHeading>
      <HistoryState history={history} skeleton={<SkeletonRows count={3} />} empty={<NoneLine>{t('noCalls')}</NoneLine>}>
        <HistoryList
          records={shown}
          subjects={subjects}
          hasSubjects
          label={t('yourCalls')}
          isField={me.role.code === 'ASSISTED'}
        />
      </HistoryState>
      {shown.length < records.length && (
        <div className={styles.rest}>
          <ButtonLink to="/calls" search={{ with: uniqueId }} kind="text">
            {t('allCalls')}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
