/** Entities and calls of rooms, address book, notifications and session under the names of Assist's sections 3 and 7. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as contracts from './index';

const fieldsOf = (schema: z.core.$ZodType) =>
  Object.keys(z.toJSONSchema(contracts.wireOf(schema), { unrepresentable: 'any' }).properties ?? {});

test.each<[string, z.core.$ZodType, string]>([
  [
    'Assist 3, Profile: UniqueId, PublicKey, Availability, Role, Name, Company',
    contracts.profile,
    'UniqueId PublicKey Availability Role Name Company',
  ],
  ['Assist 3, Role with Code', contracts.profile.shape.role, 'Code'],
  ['Assist 3, Company may carry UnavailableAudioUrl', contracts.company, 'UnavailableAudioUrl'],
  ['Assist 3, Contact identity: UniqueId, PublicKey', contracts.contact, 'UniqueId PublicKey'],
  ['Assist 3, Room participant: Contact', contracts.roomParticipant, 'Contact'],
  ['Assist 3, Address book entry: contact with UniqueId, Name, PublicKey', contracts.addressBookEntry, 'Contact'],
  [
    'Assist 3, Address book entry: contact with UniqueId, Name, PublicKey',
    contracts.addressBookEntry.shape.contact,
    'UniqueId Name PublicKey',
  ],
  [
    'Assist 3, Encrypted message envelope: Message and RecipientKeys',
    contracts.sealedEnvelope,
    'Message RecipientKeys',
  ],
  [
    'Assist 3, RecipientKeys: pairs CriptedKey and RecipientId',
    contracts.sealedEnvelope.shape.recipientKeys.def.element,
    'CriptedKey RecipientId',
  ],
  [
    'Assist 3, Downloaded file response: FileName, Base64, CryptoSchema',
    contracts.storedFile,
    'FileName Base64 CryptoSchema',
  ],
])('%s', (_, schema, names) => {
  expect(fieldsOf(schema)).toEqual(expect.arrayContaining(names.split(' ')));
});

/** Of a call: how it is asked, and what its body or its query may have. */
test.each<[string, contracts.CallSpec, string]>([
  ['Assist 7, PUT /services/contacts: availability', contracts.setAvailability, 'availability'],
  ['Assist 7, GET /services/contacts?ping', contracts.ping, ''],
  ['Assist 7, DELETE /services/contacts: logout', contracts.signOut, ''],
  ['Assist 7, POST /services/contacts?checkemail: email', contracts.findContact, 'email'],
  ['Assist 7, GET /services/companies', contracts.listCompanies, ''],
  ['Assist 7, GET /services/products', contracts.listProducts, ''],
  ['Assist 7, GET /services/app-company', contracts.getAppCompany, ''],
  ['Assist 7, GET /services/addressbook', contracts.listAddressBook, ''],
  ['Assist 7, POST /services/addressbook: contactUniqueId', contracts.addToAddressBook, 'contactUniqueId'],
  ['Assist 7, DELETE /services/addressbook/{id}', contracts.removeFromAddressBook, ''],
  ['Assist 7, GET /services/addressbook-invitations', contracts.listInvitations, ''],
  [
    'Assist 7, POST /services/addressbook-invitations: email, name, roleUniqueId',
    contracts.invite,
    'email name roleUniqueId',
  ],
  ['Assist 7, PUT /services/addressbook-invitations/{id}', contracts.sendInvitationAgain, ''],
  ['Assist 7, DELETE /services/addressbook-invitations/{id}', contracts.revokeInvitation, ''],
  ['Assist 7, GET /services/rooms', contracts.listRooms, ''],
  [
    'Assist 7, POST /services/rooms: subject, targetContacts, isGroup, cryptoschema',
    contracts.createRoom,
    'subject targetContacts isGroup cryptoschema',
  ],
  ['Assist 7, GET /services/rooms/{id}', contracts.getRoom, ''],
  ['Assist 7, PUT /services/rooms/{id}: mute', contracts.changeRoom, 'mute'],
  ['Assist 7, DELETE /services/rooms/{id}', contracts.leaveRoom, ''],
  ['Assist 7, GET /services/rooms/{id}/participants', contracts.listRoomParticipants, ''],
  ['Assist 7, GET /services/rooms/{id}/messages: toId, fromId, limit', contracts.listRoomMessages, 'toId fromId limit'],
  ['Assist 7, PUT /services/rooms/{id}/messages: read', contracts.readRoomMessages, 'read'],
  [
    'Assist 7, POST /services/rooms/{id}/messages: message, base64file, fileName, cryptoschema',
    contracts.sendRoomMessage,
    'message base64file fileName cryptoschema',
  ],
  ['Assist 7, POST /services/notifications: token, deviceId, type', contracts.addPushToken, 'token deviceId type'],
  ['Assist 7, DELETE /services/notifications: token, deviceId, type', contracts.removePushToken, 'token deviceId type'],
])('%s', (row, { method, path, flag, query, body }, names) => {
  const [, asked] = /^Assist 7, (\w+ [^\s:]+)/.exec(row) ?? [];
  expect(`${method} ${path}${flag ? `?${flag}` : ''}`).toBe(asked);
  expect([...fieldsOf(query), ...fieldsOf(body)]).toEqual(expect.arrayContaining(names.split(' ').filter(Boolean)));
});

const ID = '0190a000-0000-7000-8000-0000000000aa';

test.each([
  ['TargetRefused', { CallUniqueId: ID, ContactUniqueId: ID }],
  ['EndedCall', { CallUniqueId: ID }],
  ['CallHandledByGroup', { CallUniqueId: ID, ContactUniqueId: ID, DeviceId: 'device-12345' }],
])('Assist 7, Known push events: %s', (messageType, messageContent) => {
  const frame = { type: 'push', messageType, messageContent };
  expect(contracts.decode(contracts.serverFrame, frame)).toMatchObject({ success: true, data: { messageType } });
});
