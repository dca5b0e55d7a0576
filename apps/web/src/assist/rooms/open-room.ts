/** Opens the room with a person, from anywhere in the app. */
import type { Contact, Profile } from '@earth/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, getConfig, useMe } from '../../platform';
import { makeRoom } from './model/room-actions';
import { roomsQuery } from './model/room-queries';
import { showToast } from '../../shared/toast';
import { useTexts } from '../../shared/i18n';
import { texts } from '../../shared/texts';
import type { SessionScope } from '../../platform/session/session-scope';
import { useScope } from '../../platform/session/scope-context';
import { createQueryClient } from '../../shared/query-client';

/** Whether the user may write to a person: only to colleagues. */
export const mayWriteTo = (me: Profile, contact: Contact) =>
  contact.uniqueId !== me.uniqueId && contact.company.id === me.company.id;

/** Looked up on demand, without a subscription: a list of people has one button each, and rooms change with every message. */
function findRoom(scope: SessionScope, { uniqueId }: Contact) {
  const rooms = scope.get(createQueryClient).getQueryData(roomsQuery.queryKey);
  return rooms?.find(({ isGroup, participants }) => !isGroup && participants.some((one) => one.uniqueId === uniqueId));
}

/** Opens the room with a person, and creates it if there is none. */
export function useOpenRoom() {
  const scope = useScope();
  const t = useTexts(texts);
  const me = useMe();
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(false);

  async function open(contact: Contact) {
    if (isOpening) return;
    setOpening(true);
    try {
      const { cryptoSchema } = getConfig();
      const room =
        findRoom(scope, contact) ?? (await makeRoom(scope, { targetContacts: [contact.uniqueId], cryptoSchema }));
      await navigate({ to: '/rooms/$roomId', params: { roomId: room.uniqueId } });
    } catch (error) {
      showToast((error instanceof ApiError && error.message) || t('roomFailed'));
    }
    setOpening(false);
  }
  return { open, mayWrite: (contact: Contact) => mayWriteTo(me, contact) };
}
