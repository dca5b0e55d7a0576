import type { Contact } from '@earth/contracts';
import type { SafetyNumber } from '@earth/crypto/own-keys';
import { IconCamera, IconCircleCheck, IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { firstName } from '../../shared/format';
import { useTexts } from '../../shared/i18n';
import { isGuestPage, useMe } from '../../platform';
import { useKnownKeysSync } from '../../platform/crypto/kept-known-keys';
import { recordComparison } from '../../platform/crypto/key-trust';
import { fingerprintOf, useKnownKeys } from '../../platform/crypto/known-keys';
import { CodeScanner } from '../../ui/camera/CodeScanner';
import { FilledButton, QuietButton } from '../../ui/controls/Button';
import { Dialog } from '../../ui/overlay/Dialog';
import { QrCode } from '../../ui/pictures/QrCode';
import { SkeletonBlock } from '../../ui/feedback/Skeleton';
import { Groups } from './Groups';
import styles from './keys.module.css';
import { texts } from './texts';
import { useScope } from '../../platform/session/scope-context';

export type Person = Pick<Contact, 'uniqueId' | 'name' | 'publicKey' | 'formerKeys'>;

/** Whether the current safety number was compared. */
function useIsCompared({ uniqueId, publicKey }: Person): boolean {
  const me = useMe();
  const known = useKnownKeys()[uniqueId];
  const { data } = useQuery({
    queryKey: ['fingerprints', publicKey, me.publicKey],
    queryFn: () => Promise.all([publicKey, me.publicKey].map(fingerprintOf)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return known !== undefined && known.fingerprint === data?.[0] && known.comparedBy === data?.[1];
}

function Outcome({ result }: { readonly result: 'same' | 'other' }) {
  const t = useTexts(texts);
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <p role="status" className={styles.found} data-bad={result === 'other' || undefined}>
      {result === 'same' ? <IconCircleCheck {...icon} /> : <IconAlertTriangle {...icon} />}
      {t(result === 'same' ? 'isSame' : 'isOther')}
    </p>
  );
}

interface ComparisonProps {
  readonly person: Person;
  readonly number: SafetyNumber;
}

function Comparison({ person, number }: ComparisonProps) {
  const scope = useScope();
  const t = useTexts(texts);
  const me = useMe();
  const name = firstName(person.name);
  const isCompared = useIsCompared(person);
  const isKept = useKnownKeysSync() === 'on';
  const [isOther, setOther] = useState(false);
  const [scan, setScan] = useState<'off' | 'on' | 'otherCode'>('off');
  const conclude = (isSame: boolean) => {
    setScan('off');
    setOther(!isSame);
    void recordComparison(scope, person, me.publicKey, isSame).catch(() => undefined);
  };
  async function take(text: string) {
    const { isSafetyCode } = await import('@earth/crypto/own-keys');
    if (isSafetyCode(text)) conclude(text === number.code);
    else setScan('otherCode');
  }
  return (
    <>
      <p className={styles.quiet}>
        {t('safetyLine', { name })}{' '}
        {t(me.hasProtectedKeys ? (isKept ? 'safetyKeptAfter' : 'safetyKeptSwitch') : 'safetyKept')}
      </p>
      <Groups groups={number.groups} label={t('safety')} />
      {scan === 'off' ? (
        <QrCode text={number.code} label={t('safetyCode', { name })} />
      ) : (
        <CodeScanner
          onRead={(text) => void take(text)}
          line={t(scan === 'otherCode' ? 'noCode' : 'looking')}
          onLeave={() => setScan('off')}
        />
      )}
      {isOther ? <Outcome result="other" /> : isCompared && <Outcome result="same" />}
      {/* One button with two states, so that it keeps the focus. */}
      <FilledButton
        icon={<IconCamera size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => {
          setOther(false);
          setScan(scan === 'off' ? 'on' : 'off');
        }}
      >
        {t(scan === 'off' ? 'scan' : 'stop')}
      </FilledButton>
      <div className={styles.answers}>
        <QuietButton onClick={() => conclude(false)}>{t('notSame')}</QuietButton>
        <QuietButton onClick={() => conclude(true)}>{t('same')}</QuietButton>
      </div>
    </>
  );
}

/** For a guest, who keeps nothing on the device: the number, for the other side to compare. */
function NumberOnly({ person, number }: ComparisonProps) {
  const t = useTexts(texts);
  const name = firstName(person.name);
  return (
    <>
      <p className={styles.quiet}>{t('safetyLine', { name })}</p>
      <Groups groups={number.groups} label={t('safety')} />
      <QrCode text={number.code} label={t('safetyCode', { name })} />
    </>
  );
}

/** Compares the safety number, to detect a man in the middle. */
export function SafetyDialog({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const { uniqueId, publicKey } = useMe();
  const name = firstName(person.name);
  const { data, isError } = useQuery({
    queryKey: ['safety number', person.uniqueId, person.publicKey, publicKey],
    queryFn: async () => (await import('@earth/crypto/own-keys')).safetyNumberOf({ uniqueId, publicKey }, person),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <Dialog isOpen onClose={onClose} title={t('safetyWith', { name })}>
      <div className={styles.safety}>
        {data &&
          (isGuestPage ? <NumberOnly person={person} number={data} /> : <Comparison person={person} number={data} />)}
        {!data && !isError && <SkeletonBlock width={220} height={220} />}
        {isError && <p role="alert">{t('safetyFailed', { name })}</p>}
        <QuietButton onClick={onClose}>{t('close')}</QuietButton>
      </div>
    </Dialog>
  );
}
