import type { Company } from '@earth/contracts';
import { IconBuilding, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { ApiError, moveToCustomer, useMe } from '../../platform';
import { companiesQuery } from '../../shared/queries';
import { useUnsent } from '../../assist/rooms/model/use-unsent';
import { Question } from '../../ui/overlay/Question';
import { Failed } from '../../ui/feedback/Notice';
import { showToast } from '../../shared/toast';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';

interface CustomerRowProps {
  readonly company: Company;
  readonly isCurrent: boolean;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

function CustomerRow({ company, isCurrent, isBusy, onChoose }: CustomerRowProps) {
  const t = useTexts(texts);
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        aria-current={isCurrent}
        aria-disabled={isCurrent || isBusy}
        onClick={() => {
          if (!isCurrent && !isBusy) onChoose();
        }}
      >
        <IconBuilding size={24} stroke={1.75} aria-hidden="true" />
        <span className={styles.words}>
          {company.name}
          {(isCurrent || isBusy) && <span className={styles.state}>{t(isCurrent ? 'current' : 'changing')}</span>}
        </span>
        {isCurrent && <IconCheck size={20} stroke={2} className={styles.tick} aria-hidden="true" />}
      </button>
    </li>
  );
}

/** Changes the customer company, for users who belong to several. */
export function Customers() {
  const t = useTexts(texts);
  const me = useMe();
  const query = useQuery(companiesQuery);
  const unsent = useUnsent().all;
  const [chosen, setChosen] = useState<string | null>(null);
  /** The company whose choice would discard pending messages. */
  const [asked, ask] = useState<string | null>(null);

  async function change(code: string) {
    setChosen(code);
    try {
      await moveToCustomer(code);
    } catch (error) {
      showToast((error instanceof ApiError && error.message) || t('changeFailed'));
    }
    setChosen(null);
  }
  if (query.isError && !query.data) {
    return <Failed title={t('customersFailed')} line={query.error.message} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || query.data.length < 2) return null;
  return (
    <Group title={t('customers')} line={t('customersLine')}>
      <Question
        isOpen={asked !== null}
        title={t('changeQuestion')}
        yes={t('change')}
        isDanger={unsent > 0}
        onYes={() => {
          ask(null);
          if (asked !== null) void change(asked);
        }}
        onClose={() => ask(null)}
      >
        {unsent > 0 && <p className={styles.lost}>{t('unsentLost', { count: unsent })}</p>}
      </Question>
      <ul>
        {query.data.map((company) => (
          <CustomerRow
            key={company.code}
            company={company}
            isCurrent={company.code === me.company.code}
            isBusy={company.code === chosen}
            onChoose={() => {
              if (chosen !== null) return;
              if (unsent > 0) ask(company.code);
              else void change(company.code);
            }}
          />
        ))}
      </ul>
    </Group>
  );
}
