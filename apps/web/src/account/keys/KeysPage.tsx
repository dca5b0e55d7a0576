import { CryptoSchema } from '@earth/contracts';
import type { PrivateBundles } from '@earth/crypto/own-keys';
import { useState } from 'react';
import { formatDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useTitle } from '../../shared/use-title';
import { getConfig, useMe } from '../../platform';
import { openOwn, prepareVault, replaceVault } from '../../platform/crypto/own-keys';
import { QuietButton } from '../../ui/controls/Button';
import { BackLink, PageTitle } from '../../ui/page/SettingsPage';
import { showToast } from '../../shared/toast';
import { Encryption } from './Encryption';
import { KeepKnown } from './KeepKnown';
import { KeySetup } from './KeySetup';
import styles from './keys.module.css';
import { LostKeys } from './LostKeys';
import { Protect } from './Protect';
import { SecretForm } from './SecretForm';
import { texts } from './texts';
import { Hindrance } from './Hindrance';
import { useKeyChangeHindrance } from './use-hindrance';

/** Changes the passphrase, using the current one or the recovery code; a user with neither gets new keys. */
function ChangePassphrase({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts(texts);
  const me = useMe();
  const [bundles, setBundles] = useState<PrivateBundles | null>(null);
  const [isLost, setLost] = useState(false);
  if (isLost) return <LostKeys profile={me} onBack={() => setLost(false)} />;
  if (!bundles)
    return (
      <SecretForm
        action={t('next')}
        onLost={() => setLost(true)}
        onGiven={async (secret) => {
          const opened = await openOwn(me, secret);
          if (opened.is === 'open') setBundles(opened.bundles);
          return opened.is;
        }}
      />
    );
  return (
    <KeySetup
      owner={me}
      action={t('changeNow')}
      create={(passphrase) => prepareVault(me, bundles, passphrase)}
      store={async ({ keyVault }) => {
        await replaceVault(me, keyVault);
        showToast(t('changed'));
        onDone();
      }}
    />
  );
}

function Protected() {
  const t = useTexts(texts);
  const me = useMe();
  const language = useLanguage();
  const hindrance = useKeyChangeHindrance();
  const [isChanging, setChanging] = useState(false);
  const since = me.formerKeys?.[0]?.replacedDate;
  if (isChanging) return <ChangePassphrase onDone={() => setChanging(false)} />;
  return (
    <div className={styles.step}>
      <p>{t('isOn', { date: since ? formatDate(new Date(since), language) : '' })}</p>
      <p className={styles.quiet}>{t('isOnLine')}</p>
      <Encryption hasProtectedKeys />
      <KeepKnown />
      <QuietButton isField disabled={hindrance !== null} onClick={() => setChanging(true)}>
        {t('change')}
      </QuietButton>
      <Hindrance is={hindrance} email={me.email} />
    </div>
  );
}

/** The user's keys: whether they are protected, and how to protect them. */
export function KeysPage() {
  const t = useTexts(texts);
  const me = useMe();
  const isOff = getConfig().cryptoSchema === CryptoSchema.none;
  useTitle(t('title'));
  return (
    <div className={styles.page}>
      <BackLink to="/settings" label={t('backToMe')} />
      <PageTitle>{t('title')}</PageTitle>
      {isOff && <p>{t('off')}</p>}
      {!isOff && (me.hasProtectedKeys ? <Protected /> : <Protect profile={me} />)}
    </div>
  );
}
