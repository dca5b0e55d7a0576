import {
  changePerson,
  endPersonDevices,
  exportPerson,
  type PersonDetail as Person,
  releaseIdentity,
  rolesToInvite,
  type SignedInDevice,
} from '@earth/contracts';
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDownload,
  IconUnlink,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { useRoleWords } from '../../assist/people';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, sendCall } from '../../platform';
import { saveFile } from '../../shared/device/save-file';
import { formatDate, formatShortDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { showToast } from '../../shared/toast';
import { useNow } from '../../shared/use-now';
import { useRequest } from '../../shared/use-request';
import { QuietButton, TextButton } from '../../ui/controls/Button';
import { ProblemLine } from '../../ui/controls/Field';
import { Select } from '../../ui/controls/Select';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Question } from '../../ui/overlay/Question';
import { Fact, Facts } from '../../ui/page/Facts';
import { NothingHere } from '../../ui/page/NotFound';
import { BackLink, PageSection, PageTitle, QuietLine } from '../../ui/page/SettingsPage';
import { ListRow } from '../../ui/rows/ListRow';
import { DeletePerson } from './DeletePerson';
import styles from './people.module.css';
import { PEOPLE, personQuery } from './queries';
import { texts } from './texts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
const isMobile = ({ appOs, model }: SignedInDevice) => appOs !== 'web' || /Android|iPhone|iPad/.test(model);

interface Asked {
  readonly title: string;
  readonly line: string;
  readonly yes: string;
  readonly act: () => Promise<Person>;
  readonly done: string;
}

/** A change of a person: asked first, then sent; the page shows the answer. */
function useChange(personId: string) {
  const client = useQueryClient();
  const { ask, isBusy, problem, forget } = useRequest();
  const [question, setQuestion] = useState<Asked | null>(null);
  const change = (act: () => Promise<Person>, done: string) =>
    ask(async () => {
      const shown = await act();
      client.setQueryData(personQuery(personId).queryKey, shown);
      await client.invalidateQueries({ queryKey: PEOPLE });
      setQuestion(null);
      showToast(done);
    });
  const put = (asked: Asked | null) => {
    forget();
    setQuestion(asked);
  };
  return { question, ask: put, change, isBusy, problem };
}
type Change = ReturnType<typeof useChange>;

const ChangeQuestion = ({ change: { question, ask, change, isBusy, problem } }: { readonly change: Change }) => (
  <Question
    isOpen={question !== null}
    title={question?.title ?? ''}
    yes={question?.yes ?? ''}
    isDanger
    isBusy={isBusy}
    problem={problem}
    onYes={() => question && void change(question.act, question.done)}
    onClose={() => ask(null)}
  >
    <p className={styles.line}>{question?.line}</p>
  </Question>
);

interface PartProps {
  readonly person: Person;
  readonly change: Change;
}

function Devices({ person: { id, name, devices, isYou }, change }: PartProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const now = useNow();
  const end = (deviceId?: string, model = '') =>
    change.ask({
      title: deviceId === undefined ? t('endAllTitle', { name }) : t('endTitle', { model }),
      line: t('endLine'),
      yes: t('end'),
      act: () => sendCall(endPersonDevices, { personId: id, deviceId }),
      done: t('ended'),
    });
  return (
    <PageSection title={t('devicesTitle')}>
      {devices.length === 0 && <p className={styles.line}>{t('noDevices')}</p>}
      <ul aria-label={t('devicesTitle')}>
        {devices.map((device) => {
          const { deviceId, model, lastSeen } = device;
          const Icon = isMobile(device) ? IconDeviceMobile : IconDeviceDesktop;
          const shown = model || t('someDevice');
          return (
            <ListRow
              key={deviceId}
              lead={<Icon {...icon} />}
              title={shown}
              line={t('seen', { when: formatShortDate(new Date(lastSeen), now, language) })}
              trail={
                !isYou && (
                  <TextButton aria-label={t('endOne', { model: shown })} onClick={() => end(deviceId, shown)}>
                    {t('end')}
                  </TextButton>
                )
              }
            />
          );
        })}
      </ul>
      {!isYou && devices.length > 1 && <QuietButton onClick={() => end()}>{t('endAll')}</QuietButton>}
    </PageSection>
  );
}

function Role({ person: { id, role, name, isYou, directory }, change }: PartProps) {
  const t = useTexts(texts);
  const roleWords = useRoleWords();
  if (isYou) return <QuietLine>{t('yourself')}</QuietLine>;
  if (directory?.givesRole)
    return (
      <Facts>
        <Fact name={t('role')}>{roleWords(role)}</Fact>
      </Facts>
    );
  return (
    <>
      <Select
        label={t('role')}
        value={role}
        disabled={change.isBusy}
        options={rolesToInvite('ADMIN').map((value) => ({ value, label: roleWords(value) }))}
        onChange={(next) =>
          void change.change(
            () => sendCall(changePerson, { personId: id, role: next }),
            t('roleIs', { name, role: roleWords(next) }),
          )
        }
      />
      {change.question === null && <ProblemLine id="role-problem" problem={change.problem} say={t} />}
    </>
  );
}

/** The person's account at the company's identity provider, which may have got another one there. */
function SignOn({ person: { id, name, hasSignOn }, change }: PartProps) {
  const t = useTexts(texts);
  if (!hasSignOn) return null;
  const ask = () =>
    change.ask({
      title: t('releaseTitle', { name }),
      line: t('releaseQuestion'),
      yes: t('release'),
      act: () => sendCall(releaseIdentity, { personId: id }),
      done: t('released', { name }),
    });
  return (
    <PageSection title={t('signOn')}>
      <p className={styles.line}>{t('signOnLine')}</p>
      <QuietButton icon={<IconUnlink {...icon} />} onClick={ask}>
        {t('release')}
      </QuietButton>
    </PageSection>
  );
}

function Account({ person, change }: PartProps) {
  const { id, name, isDisabled, isYou, directory } = person;
  const isOffThere = directory?.isActive === false;
  const t = useTexts(texts);
  const { ask, isBusy, problem } = useRequest();
  const save = () =>
    ask(async () => {
      const data = await sendCall(exportPerson, { personId: id });
      saveFile(new Blob([data], { type: 'application/json' }), `${name}.json`);
    });
  const setDisabled = (next: boolean) => () => sendCall(changePerson, { personId: id, isDisabled: next });
  return (
    <PageSection title={t('account')}>
      <p className={styles.line}>{t('exportLine')}</p>
      <QuietButton icon={<IconDownload {...icon} />} aria-disabled={isBusy} onClick={() => void save()}>
        {t('export')}
      </QuietButton>
      <ProblemLine id="export-problem" problem={problem} say={t} />
      {isDisabled && isOffThere && <p className={styles.line}>{t('directoryOff')}</p>}
      {!isYou && isDisabled && !isOffThere && (
        <QuietButton
          icon={<IconUserCheck {...icon} />}
          onClick={() => void change.change(setDisabled(false), t('enabledNow', { name }))}
        >
          {t('enable')}
        </QuietButton>
      )}
      {!isYou && !isDisabled && (
        <QuietButton
          isDanger
          icon={<IconUserOff {...icon} />}
          onClick={() =>
            change.ask({
              title: t('disableTitle', { name }),
              line: t('disableLine'),
              yes: t('disable'),
              act: setDisabled(true),
              done: t('disabledNow', { name }),
            })
          }
        >
          {t('disable')}
        </QuietButton>
      )}
      {!isYou && <DeletePerson person={person} />}
    </PageSection>
  );
}

function wordOfKeys({ hasKeys, hasProtectedKeys }: Person) {
  if (!hasKeys) return 'keysLater';
  return hasProtectedKeys ? 'keysProtected' : 'keysOnServer';
}

/** One person: role, devices, account. */
export function PersonDetail({ personId }: { readonly personId: string }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { data, error, refetch } = useQuery(personQuery(personId));
  const change = useChange(personId);
  if (!data && error instanceof ApiError && (error.code === 404 || error.code === 400)) return <NothingHere />;
  return (
    <>
      <BackLink to="/admin/people" search={{}} label={t('backToList')} />
      {!data && error && <Failed title={t('failed')} line={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={5} picture={0} />}
      {data && (
        <>
          <PageTitle dir="auto">{data.name}</PageTitle>
          {data.isDisabled && <p className={styles.disabled}>{t('disabledLine')}</p>}
          <Facts>
            <Fact name={t('email')}>{data.email}</Fact>
            <Fact name={t('since')}>{formatDate(new Date(data.createdAt), language)}</Fact>
            <Fact name={t('jobTitle')}>{data.jobTitle ?? ''}</Fact>
            <Fact name={t('keys')}>{t(wordOfKeys(data))}</Fact>
          </Facts>
          {data.directory && (
            <QuietLine>
              {[t('directoryLine'), ...(data.directory.givesRole ? [t('directoryRole')] : [])].join(' ')}
            </QuietLine>
          )}
          <Role person={data} change={change} />
          <Devices person={data} change={change} />
          <SignOn person={data} change={change} />
          <Account person={data} change={change} />
          <ChangeQuestion change={change} />
        </>
      )}
    </>
  );
}
