/** Unsent texts over a reload: each page begins a scope. */
import type { Place } from '@earth/messaging';
import { renderHook, waitFor } from '@testing-library/react';
import { entries } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../platform';
import { draftStore, forgetEditDrafts } from '../../platform/storage/forget-edit-drafts';
import { testId, testProfile } from '../../testing/people';
import { AppScope, beginScope } from '../../testing/scope';
import { type Draft, useChangeDraft, useDraft } from './drafts';

const luca = testProfile();
const place: Place = { kind: 'room', id: testId() };
const replyTo = { name: 'Giulia Ferri', text: 'Which seal?' };

const draftOf = (where: Place) => renderHook(() => useDraft(where), { wrapper: AppScope }).result;
const change = (where: Place, by: Partial<Draft>) =>
  renderHook(() => useChangeDraft(where), { wrapper: AppScope }).result.current(by);
/** The sealed drafts; without the key of the device. */
const stored = async () => (await entries<string, object>(draftStore())).filter(([name]) => name !== 'key');

/** A draft of this place is on the device, and another page begins. */
async function keepAndReload(by: Partial<Draft>) {
  change(place, by);
  await expect.poll(stored).toHaveLength(1);
  beginScope();
}

beforeEach(async () => {
  await forgetEditDrafts();
  session.store.setState({ status: 'signedIn', profile: luca }, true);
  beginScope();
});

test('text and reply are there after a reload, sealed, and only for their user', async () => {
  await keepAndReload({ text: 'The small one', replyTo });
  const draft = draftOf(place);
  await waitFor(() => expect(draft.current).toEqual({ text: 'The small one', replyTo, editing: null }));
  const [kept] = await stored();
  expect(Object.keys(kept?.[1] ?? {})).toContain('sealed');
  expect(JSON.stringify(kept)).not.toMatch(/small|seal\?/);

  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  beginScope();
  const other: Place = { kind: 'room', id: testId() };
  change(other, { text: 'Mine' });
  await expect.poll(stored).toHaveLength(2);
  expect(draftOf(place).current.text).toBe('');
});

test('what is typed before the device has answered is not replaced', async () => {
  await keepAndReload({ text: 'The small one' });
  const draft = draftOf(place);
  change(place, { text: 'No, the large one' });
  change({ kind: 'room', id: testId() }, { text: 'Next' });
  await expect.poll(stored).toHaveLength(2);
  expect(draft.current.text).toBe('No, the large one');
});

test('a draft that is sent or cleared leaves the device, and one in a call is never on it', async () => {
  await keepAndReload({ text: 'The small one', replyTo });
  change({ kind: 'call', id: testId() }, { text: 'Only now' });
  change(place, { text: ' ' });
  change(place, { text: '', replyTo: null });
  await expect.poll(stored).toEqual([]);
});

test('a sign-out deletes the drafts', async () => {
  change(place, { text: 'The small one' });
  await expect.poll(stored).toHaveLength(1);
  await session.end(false);
  await expect.poll(stored).toEqual([]);
});
