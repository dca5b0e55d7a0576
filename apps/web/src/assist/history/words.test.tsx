import type { CallHistoryItem, TargetState } from '@earth/contracts';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { testContact } from '../../testing/people';
import { toRecord } from './call-record';
import { useRecordWords } from './words';

const me = testContact({ name: 'Luca Moretti' }, 'ASSISTED');
const [giulia, marco] = [testContact({ name: 'Giulia Ferri' }), testContact({ name: 'Marco Bassi' })];

/** A call for help by Luca, with the states of Giulia and Marco. */
const help = (reason: CallHistoryItem['reason'], ...states: readonly [TargetState, TargetState]) =>
  toRecord(
    {
      call: { uniqueId: 'call', callerUniqueId: me.uniqueId, caller: me, forHelp: true } as CallHistoryItem['call'],
      state: 'closed',
      reason,
      startDate: '2025-11-20T10:00:00Z',
      endDate: '2025-11-20T10:21:30Z',
      durationSeconds: 0,
      picsCount: 0,
      messagesCount: 0,
      participants: [
        { contact: me, state: 'left' },
        { contact: giulia, state: states[0] },
        { contact: marco, state: states[1] },
      ],
    },
    me.uniqueId,
  );

beforeEach(() => setLanguage('en'));

test('a call for help that nobody took is named by how many were asked, one that was taken by its helper', () => {
  const { result } = renderHook(useRecordWords);
  expect(result.current.names(help('missed', 'missed', 'missed'))).toBe('Help call · 2 operators');
  expect(result.current.names(help('answered', 'missed', 'left'))).toBe('Marco Bassi');
});
