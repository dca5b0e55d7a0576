import { type CallHistoryItem, callReason, type Contact, contentLanguages, type TargetState } from '@earth/contracts';
import { expect, test } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { testContact, testId } from '../../testing/people';
import { byDay, isBetween, type Outcome, toRecord, waitingOf } from './call-record';
import { texts } from './texts';

const luca = testContact({ name: 'Luca Moretti' }, 'ASSISTED');
const giulia = testContact({ name: 'Giulia Ferri' });
const marco = testContact({ name: 'Marco Bassi' });

type People = readonly (readonly [Contact, TargetState])[];

/** A call by the first of these people. */
function callOf(people: People, reason: CallHistoryItem['reason'], start = '2025-11-20T10:00:00Z'): CallHistoryItem {
  const [caller = luca] = people[0] ?? [];
  return {
    call: {
      uniqueId: testId(),
      callerUniqueId: caller.uniqueId,
      subject: 's',
      cryptoSchema: 0,
      productCode: null,
      startDate: start,
      targets: [],
      caller,
      isInstantCall: true,
      ringsUntil: '2026-01-05T10:00:30.000Z',
      forHelp: false,
    },
    state: reason ? 'closed' : 'open',
    reason,
    startDate: start,
    endDate: null,
    durationSeconds: 0,
    picsCount: 0,
    messagesCount: 0,
    participants: people.map(([contact, state]) => ({ contact, state })),
  };
}

const outcomeFor = (me: Contact, people: People, reason: CallHistoryItem['reason']): Outcome =>
  toRecord(callOf(people, reason), me.uniqueId).outcome;

test.each<[string, People, CallHistoryItem['reason'], readonly [Outcome, Outcome]]>([
  [
    'answered',
    [
      [luca, 'left'],
      [giulia, 'left'],
    ],
    'answered',
    ['answered', 'answered'],
  ],
  [
    'not answered',
    [
      [luca, 'left'],
      [giulia, 'missed'],
    ],
    'missed',
    ['noAnswer', 'missed'],
  ],
  [
    'declined',
    [
      [luca, 'left'],
      [giulia, 'refused'],
    ],
    'declined',
    ['declined', 'declined'],
  ],
  [
    'busy',
    [
      [luca, 'left'],
      [giulia, 'busy'],
    ],
    'busy',
    ['busy', 'missed'],
  ],
  [
    'not reachable',
    [
      [luca, 'left'],
      [giulia, 'unreachable'],
    ],
    'unreachable',
    ['unreachable', 'missed'],
  ],
  [
    'cancelled by the caller',
    [
      [luca, 'left'],
      [giulia, 'missed'],
    ],
    'left',
    ['left', 'missed'],
  ],
  [
    'cut off',
    [
      [luca, 'left'],
      [giulia, 'left'],
    ],
    'failed',
    ['failed', 'failed'],
  ],
  [
    'running',
    [
      [luca, 'joined'],
      [giulia, 'joined'],
    ],
    null,
    ['running', 'running'],
  ],
])('a call that was %s, for the caller and the called', (_, people, reason, [forCaller, forCalled]) => {
  expect(outcomeFor(luca, people, reason)).toBe(forCaller);
  expect(outcomeFor(giulia, people, reason)).toBe(forCalled);
});

test('an open call that a colleague has answered is shown as theirs', () => {
  const people: People = [
    [luca, 'joined'],
    [giulia, 'missed'],
    [marco, 'joined'],
  ];
  expect(outcomeFor(giulia, people, null)).toBe('taken');
  expect(outcomeFor(marco, people, null)).toBe('running');
  expect(outcomeFor(luca, people, null)).toBe('running');
});

test('a full call is shown as full, during the call and afterwards', () => {
  const people: People = [
    [luca, 'left'],
    [giulia, 'full'],
    [marco, 'left'],
  ];
  for (const reason of [null, 'answered', 'failed'] as const) expect(outcomeFor(giulia, people, reason)).toBe('full');
  expect(outcomeFor(luca, people, 'answered')).toBe('answered');
});

test('a call that a colleague answered is not missed', () => {
  const people: People = [
    [luca, 'left'],
    [giulia, 'missed'],
    [marco, 'left'],
  ];
  expect(outcomeFor(giulia, people, 'answered')).toBe('taken');
  expect(outcomeFor(giulia, people, 'failed')).toBe('taken');
  expect(outcomeFor(marco, people, 'answered')).toBe('answered');
});

test('the caller sees who joined, or else who was called; the called see the caller', () => {
  const taken = callOf(
    [
      [luca, 'left'],
      [giulia, 'missed'],
      [marco, 'left'],
    ],
    'answered',
  );
  const missed = callOf(
    [
      [luca, 'left'],
      [giulia, 'missed'],
      [marco, 'missed'],
    ],
    'missed',
  );

  expect(toRecord(taken, luca.uniqueId).people).toEqual([marco]);
  expect(toRecord(missed, luca.uniqueId).people).toEqual([giulia, marco]);
  expect(toRecord(taken, giulia.uniqueId).people).toEqual([luca]);
});

test('a call is between two if nobody else talked in it, or, unanswered, nobody else was called', () => {
  const isWith = (person: Contact, me: Contact, ...people: People) =>
    isBetween(toRecord(callOf(people, 'answered'), me.uniqueId), me.uniqueId, person.uniqueId);
  expect(isWith(giulia, luca, [luca, 'left'], [giulia, 'left'])).toBe(true);
  expect(isWith(luca, giulia, [luca, 'left'], [giulia, 'left'])).toBe(true);
  // For help: Giulia took it.
  expect(isWith(giulia, luca, [luca, 'left'], [giulia, 'left'], [marco, 'missed'])).toBe(true);
  expect(isWith(luca, marco, [luca, 'left'], [giulia, 'left'], [marco, 'missed'])).toBe(false);
  expect(isWith(giulia, luca, [luca, 'left'], [giulia, 'left'], [marco, 'left'])).toBe(false);
  expect(isWith(giulia, luca, [luca, 'left'], [giulia, 'missed'])).toBe(true);
  expect(isWith(giulia, luca, [luca, 'left'], [giulia, 'missed'], [marco, 'missed'])).toBe(false);
  // It rang both, and the caller hung up.
  expect(isWith(luca, giulia, [luca, 'left'], [giulia, 'missed'], [marco, 'missed'])).toBe(true);
});

test('calls are grouped by day', () => {
  const at = (date: string) =>
    toRecord(
      callOf(
        [
          [luca, 'left'],
          [giulia, 'left'],
        ],
        'answered',
        date,
      ),
      giulia.uniqueId,
    );
  const records = [at('2025-11-20T12:00:00Z'), at('2025-11-20T10:00:00Z'), at('2025-11-18T12:00:00Z')];

  expect(byDay(records).map((day) => day.records)).toEqual([records.slice(0, 2), records.slice(2)]);
});

test('a missed caller waits until called back', () => {
  const now = new Date('2025-11-20T12:00:00Z');
  const missed = (from: Contact, date: string) =>
    toRecord(
      callOf(
        [
          [from, 'left'],
          [giulia, 'missed'],
        ],
        'missed',
        date,
      ),
      giulia.uniqueId,
    );
  const spoken = toRecord(
    callOf(
      [
        [giulia, 'left'],
        [luca, 'left'],
      ],
      'answered',
      '2025-11-20T11:00:00Z',
    ),
    giulia.uniqueId,
  );
  const fromMarco = missed(marco, '2025-11-20T10:30:00Z');
  const fromLuca = missed(luca, '2025-11-20T10:00:00Z');
  const older = missed(testContact(), '2025-11-19T11:00:00Z');

  expect(waitingOf([fromMarco, fromLuca, older], now)).toEqual([fromMarco, fromLuca]);
  expect(waitingOf([spoken, fromMarco, fromLuca], now)).toEqual([fromMarco]);
});

const againFor = (me: Contact, people: People, reason: CallHistoryItem['reason'], forHelp = false) => {
  const item = callOf(people, reason);
  const { targets, forHelp: isHelp } = toRecord({ ...item, call: { ...item.call, forHelp } }, me.uniqueId).again;
  return [...targets.map(({ name }) => name.split(' ')[0]), ...(isHelp ? ['for help'] : [])];
};

test('repeating a group call calls everybody again', () => {
  const group: People = [
    [luca, 'left'],
    [giulia, 'left'],
    [marco, 'refused'],
  ];
  expect(againFor(luca, group, 'answered')).toEqual(['Giulia', 'Marco']);
  expect(againFor(giulia, group, 'answered')).toEqual(['Luca', 'Marco']);
  // A user who did not answer calls back the caller.
  expect(againFor(marco, group, 'answered')).toEqual(['Luca']);
});

test('repeating a call for help calls the helper, or, without one, for help', () => {
  const helped: People = [
    [luca, 'left'],
    [giulia, 'left'],
    [marco, 'missed'],
  ];
  expect(againFor(luca, helped, 'answered', true)).toEqual(['Giulia']);
  const missed: People = [
    [luca, 'left'],
    [giulia, 'missed'],
    [marco, 'missed'],
  ];
  expect(againFor(luca, missed, 'missed', true)).toEqual(['Giulia', 'Marco', 'for help']);
  expect(againFor(giulia, missed, 'missed', true)).toEqual(['Luca']);
});

test.each(callReason.options)('the outcome «%s» has a text in the history, in both languages', async (reason) => {
  const outcome = outcomeFor(
    luca,
    [
      [luca, 'left'],
      [giulia, 'missed'],
    ],
    reason,
  );
  expect(outcome).toBe(reason === 'missed' ? 'noAnswer' : reason);
  const words: string[] = [];
  for (const language of contentLanguages.toReversed()) {
    setLanguage(language);
    words.push(texts.say(outcome));
  }
  expect(words.every((word) => word !== '' && word !== outcome)).toBe(true);
  expect(new Set(words).size).toBe(2);
});
