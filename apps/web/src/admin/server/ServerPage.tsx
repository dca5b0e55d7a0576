import { type CallData, type getHealth, type HealthCheck, type HealthLevel, type ServerHealth } from '@earth/contracts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatBytes, formatDateAndTime, formatTime } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { PageSection, PageTitle, QuietLine, SettingsPage } from '../../ui/page/SettingsPage';
import { RowLine, RuledList, RuledRow } from '../../ui/rows/RuledRow';
import { BackToSections } from '../shell';
import { healthQuery } from './queries';
import styles from './server.module.css';
import { texts } from './texts';
import { checkWords, levelOf, subjectWords } from './words';

type Health = CallData<typeof getHealth>;

const icons: Readonly<Record<HealthLevel, Icon>> = {
  ok: IconCircleCheck,
  warning: IconAlertTriangle,
  failed: IconCircleX,
};

/** By an icon and a word: colour alone says nothing. */
function Level({ level }: { readonly level: HealthLevel }) {
  const t = useTexts(texts);
  const LevelIcon = icons[level];
  return (
    <span className={`${styles.level} ${styles[level]}`}>
      <LevelIcon size={20} stroke={1.75} aria-hidden="true" />
      {t(level)}
    </span>
  );
}

function Check({ check, place }: { readonly check: HealthCheck; readonly place?: string | undefined }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const subject = t(subjectWords[check.subject]);
  return (
    <RuledRow
      title={place === undefined ? subject : t('subjectOn', { subject, place })}
      trail={<Level level={levelOf(check)} />}
    >
      <RowLine>{checkWords(check, t, language)}</RowLine>
    </RuledRow>
  );
}

/** What needs somebody, with the server if there are several. */
interface Finding {
  readonly check: HealthCheck;
  readonly server: ServerHealth | null;
}

const severity: Readonly<Record<HealthLevel, number>> = { failed: 0, warning: 1, ok: 2 };

const findingsIn = ({ checks, servers }: Health): Finding[] =>
  [
    ...checks.map((check) => ({ check, server: null })),
    ...servers.flatMap((server) => server.checks.map((check) => ({ check, server }))),
  ]
    .filter(({ check }) => levelOf(check) !== 'ok')
    .toSorted((one, other) => severity[levelOf(one.check)] - severity[levelOf(other.check)]);

const nameOf = ({ id }: ServerHealth): string => id.slice(-6);

function Summary({ findings, isLost }: { readonly findings: readonly Finding[]; readonly isLost: boolean }) {
  const t = useTexts(texts);
  const worst: HealthLevel = isLost ? 'failed' : findings[0] ? levelOf(findings[0].check) : 'ok';
  const LevelIcon = icons[worst];
  const failed = findings.filter(({ check }) => levelOf(check) === 'failed').length;
  const words = () => {
    if (isLost) return t('lost');
    if (failed > 0) return t('someFail', { count: failed });
    return findings.length > 0 ? t('someWarn', { count: findings.length }) : t('allWell');
  };
  return (
    <p role="status" className={`${styles.summary} ${styles[worst]}`}>
      <LevelIcon size={24} stroke={1.75} aria-hidden="true" />
      {words()}
    </p>
  );
}

function Checks({ title, checks }: { readonly title: string; readonly checks: readonly HealthCheck[] }) {
  return (
    <RuledList aria-label={title}>
      {checks.map((check) => (
        <Check key={check.subject} check={check} />
      ))}
    </RuledList>
  );
}

function Server({ server, isOnly }: { readonly server: ServerHealth; readonly isOnly: boolean }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { version, node, started, seen, memoryBytes, devices, isThis, checks } = server;
  const title = isOnly ? t('oneServer') : t(isThis ? 'thisServer' : 'otherServer', { id: nameOf(server) });
  return (
    <PageSection title={title}>
      <dl className={styles.facts}>
        <dt>{t('version')}</dt>
        <dd>{t('versions2', { version, node })}</dd>
        <dt>{t('started')}</dt>
        <dd>{formatDateAndTime(new Date(started), language)}</dd>
        <dt>{t('devices')}</dt>
        <dd>{devices}</dd>
        <dt>{t('memory')}</dt>
        <dd>{formatBytes(memoryBytes, language)}</dd>
        <dt>{t('seen')}</dt>
        <dd>{formatTime(new Date(seen), language)}</dd>
      </dl>
      <Checks title={title} checks={checks} />
    </PageSection>
  );
}

function Shown({ health, isLost }: { readonly health: Health; readonly isLost: boolean }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { database, checks, servers } = health;
  const findings = findingsIn(health);
  const isOnly = servers.length < 2;
  return (
    <>
      <Summary findings={findings} isLost={isLost} />
      {findings.length > 0 && (
        <PageSection title={t('attention')}>
          <RuledList aria-label={t('attention')}>
            {findings.map(({ check, server }) => (
              <Check
                key={`${server?.id} ${check.subject}`}
                check={check}
                place={server && !isOnly ? nameOf(server) : undefined}
              />
            ))}
          </RuledList>
        </PageSection>
      )}
      <PageSection title={t('shared')}>
        {database && (
          <dl className={styles.facts}>
            <dt>{t('database')}</dt>
            <dd>{t('databaseFacts', { version: database.version, size: formatBytes(database.bytes, language) })}</dd>
            <dt>{t('migration')}</dt>
            <dd>{database.migration}</dd>
          </dl>
        )}
        <Checks title={t('shared')} checks={checks} />
      </PageSection>
      {servers.map((server) => (
        <Server key={server.id} server={server} isOnly={isOnly} />
      ))}
    </>
  );
}

/** The state of the servers, in words, for those who run them. */
export function ServerPage() {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(healthQuery);
  useTitle(t('title'));
  return (
    <SettingsPage>
      <BackToSections />
      <PageTitle>{t('title')}</PageTitle>
      <QuietLine>{t('intro')}</QuietLine>
      {!data && error && <Failed title={t('loadFailed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={6} picture={0} />}
      {data && <Shown health={data} isLost={error !== null} />}
    </SettingsPage>
  );
}
