import type { MinutesOffer, Purchase } from '@earth/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateAndTime } from '../../../shared/format';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { FilledButton, TextButton } from '../../../ui/controls/Button';
import { Failed } from '../../../ui/feedback/Notice';
import { SkeletonRows } from '../../../ui/feedback/Skeleton';
import { RowLine, RuledList, RuledRow } from '../../../ui/rows/RuledRow';
import { BuyDialog } from './BuyDialog';
import styles from './buying.module.css';
import { formatMoney } from './money';
import { purchasesQuery } from './queries';
import { texts } from './texts';

const words = {
  paid: 'statePaid',
  declined: 'stateDeclined',
  pending: 'statePending',
  failed: 'stateFailed',
} as const;

function Row({ purchase }: { readonly purchase: Purchase }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { minutes, state, createdDate, buyer } = purchase;
  const date = formatDateAndTime(new Date(createdDate), language);
  return (
    <RuledRow
      title={t('minutes', { count: minutes })}
      trail={<span className={styles.price}>{formatMoney(purchase, language)}</span>}
    >
      <RowLine>{t(words[state])}</RowLine>
      <RowLine>{buyer === null ? date : t('by', { date, name: buyer })}</RowLine>
    </RuledRow>
  );
}

function Buying({ offer }: { readonly offer: MinutesOffer }) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.buy}>
      <FilledButton icon={<IconPlus size={20} stroke={1.75} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('buy')}
      </FilledButton>
      {offer.isTest && <span className={styles.test}>{t('test')}</span>}
      <BuyDialog offer={offer} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

/** So many rows do not push the figures below them off the screen. */
const ROWS_FIRST = 3;

function List({ purchases }: { readonly purchases: readonly Purchase[] }) {
  const t = useTexts(texts);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? purchases : purchases.slice(0, ROWS_FIRST);
  return (
    <>
      <RuledList aria-label={t('purchases')}>
        {shown.map((purchase) => (
          <Row key={purchase.id} purchase={purchase} />
        ))}
      </RuledList>
      {shown.length < purchases.length && (
        <TextButton className={styles.more} onClick={() => setWhole(true)}>
          {t('showAll', { count: purchases.length })}
        </TextButton>
      )}
    </>
  );
}

/** Buying minutes of the paid service, where the server sells them, and what was bought. */
export function BuyingPart() {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(purchasesQuery);
  if (!data && error) return <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={2} picture={0} />;
  const { offer, purchases } = data;
  if (!offer && purchases.length === 0) return null;
  return (
    <section className={styles.part}>
      {offer && <Buying offer={offer} />}
      <h2>{t('purchases')}</h2>
      {purchases.length === 0 ? <p className={styles.quiet}>{t('none')}</p> : <List purchases={purchases} />}
    </section>
  );
}
