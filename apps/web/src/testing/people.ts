import { type Contact, type Profile, ROLE_IDS, type RoleCode } from '@earth/contracts';

function createTestIds() {
  let count = 0;
  return (): string => {
    count += 1;
    return `0190a000-0000-7000-8000-${count.toString(16).padStart(12, '0')}`;
  };
}

/** A valid, unique id. */
export const testId = createTestIds();

const company = { id: testId(), code: 'DEMO', name: 'Demo Water Works' };

const roleOf = (code: RoleCode) => ({ uniqueId: ROLE_IDS[code], code, name: code, allowedToCall: true });

export const testContact = (change: Partial<Contact> = {}, code: RoleCode = 'OPERATOR'): Contact => ({
  uniqueId: testId(),
  name: 'Giulia Ferri',
  publicKey: '{}',
  availability: 2,
  inCall: false,
  lastSeen: null,
  role: roleOf(code),
  company,
  ...change,
});

export const testProfile = (change: Partial<Profile> = {}, code: RoleCode = 'ASSISTED'): Profile => ({
  uniqueId: testId(),
  publicKey: '{}',
  availability: 2,
  role: roleOf(code),
  name: 'Luca Moretti',
  email: 'luca@demo.example',
  companyRole: null,
  company: { ...company, admin: null, logoUrl: null, primaryColor: null, unavailableAudioUrl: null },
  paidService: false,
  purchasedMinutes: 0,
  serviceUsageMinutes: 0,
  expirationDate: null,
  ...change,
});
