/** People and a call for the tests of this package. */
import type {
  Call,
  CallDetails,
  CallNotes,
  CallTarget,
  Contact,
  Participant,
  Profile,
  RoleCode,
  TargetState,
} from '@earth/contracts';

const COMPANY = {
  id: '0190a000-0000-7000-8000-0000000000c0',
  code: 'DEMO',
  name: 'Demo',
} as const;

const person = (digit: number, name: string, code: RoleCode): Contact => {
  const uniqueId = `0190a000-0000-7000-8000-00000000000${digit}`;
  const role = { uniqueId: `0190a000-0000-7000-8000-0000000000f${digit}`, code, name: code, allowedToCall: true };
  return {
    uniqueId,
    name,
    publicKey: `key of ${name}`,
    availability: 2,
    inCall: false,
    lastSeen: null,
    role,
    company: COMPANY,
  };
};

export const luca = person(1, 'Luca Moretti', 'ASSISTED');
export const giulia = person(2, 'Giulia Ferri', 'OPERATOR');
export const marco = person(3, 'Marco Bassi', 'OPERATOR');
export const paolo = person(4, 'Paolo Neri', 'ADMIN');
export const sara = person(5, 'Sara Conti', 'ASSISTED');

export const profileOf = (contact: Contact): Profile => ({
  ...contact,
  email: `${contact.name.split(' ')[0]?.toLowerCase()}@demo.example`,
  companyRole: null,
  company: { ...COMPANY, admin: null, logoUrl: null, primaryColor: null, unavailableAudioUrl: null },
  paidService: true,
  purchasedMinutes: 100,
  serviceUsageMinutes: 0,
  expirationDate: null,
});

const COLORS = ['#ffd23f', '#ff7ab8', '#5ec8ff', '#ff8f3f', '#b79bff'];

/** The targets of a call, each with their state. */
export const rosterOf = (...states: readonly (readonly [Contact, TargetState])[]): CallTarget[] =>
  states.map(([contact, state], index) => ({ contact, state, annotationsColor: COLORS[index] ?? '#000000' }));

export const CALL_ID = '0190a000-0000-7000-8000-00000000ca11';
export const OTHER_CALL_ID = '0190a000-0000-7000-8000-00000000ca12';

/** A call made by the first of its targets, unless `more` says otherwise. */
export function callOf(targets: readonly CallTarget[], more: Partial<Call> = {}): Call {
  const caller = targets[0]?.contact ?? luca;
  return {
    uniqueId: CALL_ID,
    callerUniqueId: caller.uniqueId,
    subject: 'sealed:Feed pump',
    cryptoSchema: 1,
    productCode: 'P-204',
    startDate: '2026-01-05T10:00:00.000Z',
    ringsUntil: '2026-01-05T10:00:30.000Z',
    forHelp: false,
    targets: [...targets],
    caller,
    isInstantCall: true,
    ...more,
  };
}

export const participantOf = (targets: readonly CallTarget[], more: Partial<Participant> = {}): Participant => ({
  token: 'room-token',
  annotationsColor: '#ffd23f',
  callTargets: [...targets],
  provider: 'mesh',
  iceServers: [{ urls: ['stun:127.0.0.1'] }],
  ...more,
});

/** An open call, with its notes. */
export const detailsOf = (call: Call, notes: CallNotes | null): CallDetails => ({
  call,
  state: 'open',
  reason: null,
  startDate: call.startDate,
  endDate: null,
  durationSeconds: 0,
  picsCount: 0,
  messagesCount: 0,
  participants: call.targets.map(({ contact, state }) => ({ contact, state })),
  notes,
});
