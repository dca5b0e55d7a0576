import { isSpan, romeDay } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { DateField } from '../../ui/controls/DateField';
import { Segmented } from '../../ui/controls/Segmented';
import { lazyPart } from '../../ui/feedback/lazy-part';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { PageTitle, QuietLine, SettingsPage } from '../../ui/page/SettingsPage';
import { BackToSections } from '../shell';
import { Figures } from './Figures';
import { dayAfter, periodsOf, type Step, steps } from './model/periods';
import { RatingsPart } from './RatingsPart';
import { ServicePart } from './ServicePart';
import { texts } from './texts';
import styles from './usage.module.css';

const BuyingPart = lazyPart(() => import('./buying/BuyingPart'), 'BuyingPart');

const spans = ['30', '365'] as const;
type SpanChoice = (typeof spans)[number] | 'own';

interface Chosen {
  readonly from: string;
  readonly to: string;
}

interface OwnSpanProps {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

/** First and last day, as they are typed. */
function OwnSpan({ chosen: { from, to }, onChange }: OwnSpanProps) {
  const t = useTexts(texts);
  const isWrong = !isSpan(from, to);
  return (
    <div className={styles.span}>
      <DateField
        label={t('from')}
        type="date"
        value={from}
        problem={null}
        say={t}
        onChange={(day) => onChange({ from: day, to })}
      />
      <DateField
        label={t('to')}
        type="date"
        value={to}
        problem={isWrong ? { text: 'wrongSpan' } : null}
        say={t}
        onChange={(day) => onChange({ from, to: day })}
      />
    </div>
  );
}

const pageNow = () => new Date();

export function Overview({ now }: { readonly now: () => Date }) {
  const t = useTexts(texts);
  const today = romeDay(now());
  const [span, setSpan] = useState<SpanChoice>('30');
  const [step, setStep] = useState<Step>('day');
  const [own, setOwn] = useState<Chosen>({ from: dayAfter(today, -29), to: today });
  const { from, to } = span === 'own' ? own : { from: dayAfter(today, 1 - Number(span)), to: today };
  const isRight = isSpan(from, to);
  const { data, error, refetch } = useQuery({
    queryKey: ['usage', from, to],
    queryFn: () => api.getUsage({ from, to }),
    enabled: isRight,
    staleTime: 0,
  });
  // The last one known: a payment goes on while the figures of another span load, and if they do not.
  const [service, setService] = useState(data?.service);
  if (data && data.service !== service) setService(data.service);
  return (
    <>
      {service?.isPaid && <ServicePart service={service} now={now()} />}
      {service?.isPaid && <BuyingPart />}
      <div className={styles.choices}>
        <Segmented
          label={t('span')}
          value={span}
          options={[
            ...spans.map((value) => ({ value, label: t(`days${value}`) })),
            { value: 'own' as const, label: t('own') },
          ]}
          onChange={(value) => {
            if (value === 'own') setOwn({ from, to });
            setSpan(value);
          }}
        />
        {span === 'own' && <OwnSpan chosen={own} onChange={setOwn} />}
        <Segmented
          label={t('step')}
          value={step}
          options={steps.map((value) => ({ value, label: t(value) }))}
          onChange={setStep}
        />
      </div>
      {!data && error && <Failed title={t('failed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && isRight && <SkeletonRows count={6} picture={0} />}
      {data && isRight && <RatingsPart ratings={data.ratings} />}
      {data && isRight && <Figures periods={periodsOf(data, from, to, step)} />}
    </>
  );
}

/** What the company uses, and the minutes that it has bought. For admins. */
export function UsagePage() {
  const t = useTexts(texts);
  useTitle(t('title'));
  return (
    <SettingsPage>
      <BackToSections />
      <PageTitle>{t('title')}</PageTitle>
      <QuietLine>{t('intro')}</QuietLine>
      <Overview now={pageNow} />
    </SettingsPage>
  );
}
