import type { SignedInDevice } from '@earth/contracts';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDate } from '../../shared/format';
import { useLanguage, useTexts } from '../../shared/i18n';
import { useRequest } from '../../shared/use-request';
import { useNow } from '../../shared/use-now';
import { api, ApiError } from '../../platform';
import { devicesQuery } from '../../shared/queries';
import { TextButton } from '../../ui/controls/Button';
import { Question } from '../../ui/overlay/Question';
import { ListRow } from '../../ui/rows/ListRow';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { showToast } from '../../shared/toast';
import { Group } from './Group';
import styles from './Me.module.css';
import { texts } from './texts';
import { useScope } from '../../platform/session/scope-context';
import { createQueryClient } from '../../shared/query-client';

/** A device that reports no name gets a generic one. */
function useName({ model, appOs }: SignedInDevice): string {
  const t = useTexts(texts);
  return model || t(appOs === 'web' ? 'someBrowser' : 'somePhone');
}

const isMobile = ({ appOs, model }: SignedInDevice) => appOs !== 'web' || /Android|iPhone|iPad/.test(model);

interface DeviceProps {
  readonly device: SignedInDevice;
  readonly onClose: () => void;
}

/** Confirmation: a signed-out device loses its keys, and needs a code to sign in again. */
function EndQuestion({ device, onClose }: DeviceProps) {
  const scope = useScope();
  const t = useTexts(texts);
  const name = useName(device);
  const { isBusy, problem, ask } = useRequest();
  const end = () =>
    ask(async () => {
      await api.endDevice({ deviceId: device.deviceId }).catch((error: unknown) => {
        // The device has signed out meanwhile.
        if (!(error instanceof ApiError && error.error === 'notFound')) throw error;
      });
      await scope.get(createQueryClient).invalidateQueries({ queryKey: devicesQuery.queryKey });
      showToast(t('deviceEnded', { name }));
      onClose();
    });
  return (
    <Question
      isOpen
      title={t('endQuestion', { name })}
      yes={t(problem ? 'tryAgain' : 'endAnswer')}
      isDanger
      isBusy={isBusy}
      problem={problem}
      onYes={() => void end()}
      onClose={onClose}
    >
      <p className={styles.quiet}>{t('endLine')}</p>
    </Question>
  );
}

function DeviceRow({ device, onEnd }: { readonly device: SignedInDevice; readonly onEnd: () => void }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const now = useNow();
  const name = useName(device);
  const Icon = isMobile(device) ? IconDeviceMobile : IconDeviceDesktop;
  const when = formatShortDate(new Date(device.lastSeen), now, language);
  return (
    <ListRow
      className={styles.device}
      lead={<Icon size={24} stroke={1.75} aria-hidden="true" />}
      title={name}
      line={device.isCurrent ? t('thisDevice') : t('deviceSeen', { when })}
      trail={
        !device.isCurrent && (
          <TextButton aria-label={t('endDevice', { name })} onClick={onEnd}>
            {t('end')}
          </TextButton>
        )
      }
    />
  );
}

/** The user's signed-in devices; all but this one can be signed out. */
export function SignedIn() {
  const t = useTexts(texts);
  const query = useQuery(devicesQuery);
  const [chosen, choose] = useState<SignedInDevice | null>(null);
  return (
    <Group title={t('signedIn')} line={t('signedInLine')}>
      {query.isPending && <SkeletonRows count={2} picture={24} />}
      {query.isError && !query.data && (
        <Failed title={t('signedInFailed')} line={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <ul aria-label={t('signedIn')}>
          {query.data.map((device) => (
            <DeviceRow key={device.deviceId} device={device} onEnd={() => choose(device)} />
          ))}
        </ul>
      )}
      {chosen && <EndQuestion key={chosen.deviceId} device={chosen} onClose={() => choose(null)} />}
    </Group>
  );
}
