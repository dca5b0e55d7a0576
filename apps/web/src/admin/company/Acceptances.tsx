import { PAGE_SIZE_MAX, type SiteTerms, type TermsAcceptance } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform';
import { useTexts } from '../../shared/i18n';
import { CsvButton } from '../../ui/controls/CsvButton';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { PageSection, QuietLine } from '../../ui/page/SettingsPage';
import { RowLine, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import { acceptancesQuery } from './queries';
import { texts } from './texts';
import { useMoment } from './use-moment';

export function TermsVersions({ terms: { versions } }: { readonly terms: SiteTerms }) {
  const t = useTexts(texts);
  const say = useMoment();
  return (
    <PageSection title={t('versions')}>
      {versions.length === 0 ? (
        <QuietLine>{t('noVersions')}</QuietLine>
      ) : (
        <RuledList aria-label={t('versions')}>
          {versions.map(({ version, at, by, accepted }) => (
            <RuledRow
              key={version}
              title={t('version', { version })}
              trail={<RowLine>{t('accepted', { count: accepted })}</RowLine>}
            >
              <RowLine>{by === '' ? say(at) : `${say(at)} · ${by}`}</RowLine>
            </RuledRow>
          ))}
        </RuledList>
      )}
    </PageSection>
  );
}

/** People may accept meanwhile, which moves others to the next page. */
const keyOf = ({ version, name, at }: TermsAcceptance) => `${version} ${at} ${name}`;

async function readAll(): Promise<readonly TermsAcceptance[]> {
  const all = new Map<string, TermsAcceptance>();
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.listAcceptances({ page, pageSize: PAGE_SIZE_MAX });
    for (const item of items) all.set(keyOf(item), item);
    if (items.length === 0 || page * PAGE_SIZE_MAX >= total) return [...all.values()];
  }
}

export function Acceptances() {
  const t = useTexts(texts);
  const say = useMoment();
  const { data, error, refetch } = useQuery(acceptancesQuery);
  const readCsv = async () => [
    [t('who'), t('company'), t('termsVersion'), t('language'), t('when')],
    ...(await readAll()).map(({ name, company, version, language, at }) => [name, company, version, language, at]),
  ];
  return (
    <PageSection title={t('acceptances')}>
      {!data && error && <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={3} picture={0} />}
      {data?.total === 0 && <QuietLine>{t('nobodyAccepted')}</QuietLine>}
      {data && data.total > 0 && (
        <>
          <RuledList aria-label={t('acceptances')}>
            {data.items.map((one) => (
              <RuledRow
                key={keyOf(one)}
                title={one.name}
                trail={<RowLine>{t('version', { version: one.version })}</RowLine>}
              >
                <RowLine>
                  {one.company} · {say(one.at)} · {t(one.language === 'it' ? 'inItalian' : 'inEnglish')}
                </RowLine>
              </RuledRow>
            ))}
          </RuledList>
          {data.total > data.items.length && <QuietLine>{t('moreInCsv', { count: data.total })}</QuietLine>}
          <CsvButton fileName={t('acceptances')} read={readCsv} />
        </>
      )}
    </PageSection>
  );
}
