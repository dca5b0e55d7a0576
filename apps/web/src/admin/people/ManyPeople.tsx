import { listPeople, PAGE_SIZE_MAX, type PersonRow } from '@earth/contracts';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { sendCall } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { ButtonLink, LineButton } from '../../ui/controls/Button';
import { CsvButton } from '../../ui/controls/CsvButton';
import { lazyPart } from '../../ui/feedback/lazy-part';
import { PageSection } from '../../ui/page/SettingsPage';
import styles from './people.module.css';
import { texts } from './texts';

const ImportDialog = lazyPart(() => import('./ImportDialog'), 'ImportDialog');

/** The names of the columns are the same in all languages, so that the file can be imported again. */
const HEAD = ['email', 'first_name', 'last_name', 'role', 'job_title', 'active'];

function cellsOf({ email, name, role, jobTitle, isDisabled }: PersonRow) {
  const words = name.split(/\s+/);
  const last = words.length > 1 ? words.pop() : undefined;
  return [email, words.join(' '), last ?? '', role.toLowerCase(), jobTitle ?? '', String(!isDisabled)];
}

async function readTable() {
  const people = new Map<string, PersonRow>();
  for (let page = 1; ; page += 1) {
    const { items, total } = await sendCall(listPeople, { page, pageSize: PAGE_SIZE_MAX });
    for (const person of items) people.set(person.id, person);
    if (items.length === 0 || page * PAGE_SIZE_MAX >= total) break;
  }
  return [HEAD, ...[...people.values()].map(cellsOf)];
}

/** Import and export of all people, and the way to a directory. */
export function ManyPeople() {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <PageSection title={t('many')}>
      <p className={styles.line}>{t('manyLine')}</p>
      <div className={styles.acts}>
        <LineButton icon={<IconUpload size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t('import')}
        </LineButton>
        <CsvButton fileName={t('title')} read={readTable} />
        <ButtonLink kind="text" to="/admin/tokens">
          {t('toTokens')}
        </ButtonLink>
      </div>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </PageSection>
  );
}
