/** What the page says of a check. */
import { type HealthCheck, type HealthLevel, healthStates, type HealthSubject } from '@earth/contracts';
import { formatBytes, formatDateAndTime, formatNumber } from '../../shared/format';
import type { SayOfServer, ServerText } from './texts';

export const levelOf = ({ state }: HealthCheck): HealthLevel => healthStates[state];

export const subjectWords: Readonly<Record<HealthSubject, ServerText>> = {
  database: 'database',
  disk: 'disk',
  files: 'files',
  mail: 'mail',
  pushWeb: 'pushWeb',
  pushFcm: 'pushFcm',
  pushApns: 'pushApns',
  redis: 'redis',
  relay: 'relay',
  certificate: 'certificate',
  livekit: 'livekit',
  pushQueue: 'pushQueue',
  webhookQueue: 'webhookQueue',
  leadQueue: 'leadQueue',
  viewQueue: 'viewQueue',
  calls: 'calls',
  backup: 'backup',
  versions: 'versions',
  checks: 'checks',
};

/** One or two sentences: what is so, and what to do if it should not be. */
export function checkWords(
  { state, count = 0, bytes = 0, date, reason = '' }: HealthCheck,
  t: SayOfServer,
  language: string,
): string {
  return t(state, {
    count,
    number: formatNumber(count, language),
    size: formatBytes(bytes, language),
    date: date === undefined ? '' : formatDateAndTime(new Date(date), language),
    reason,
  });
}
