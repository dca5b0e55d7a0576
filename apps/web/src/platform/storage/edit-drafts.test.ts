/** Drafts of editors on this device. */
import { entries } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import { testProfile } from '../../testing/people';
import { giveConfig } from '../../testing/config';
import { session } from '../index';
import { createSessionScope } from '../session/session-scope';
import { createEditDrafts } from './edit-drafts';
import { draftStore, forgetEditDrafts } from './forget-edit-drafts';

giveConfig({ callsEnabled: false });

const luca = testProfile();
const signIn = (profile = luca) => session.store.setState({ status: 'signedIn', profile }, true);
const draftsOf = () => createEditDrafts(createSessionScope());

beforeEach(async () => {
  await forgetEditDrafts();
  signIn();
});

test('a draft outlives a session that the server ended, sealed, and only for its user', async () => {
  await draftsOf().keep('content 7', { title: 'Arch of Titus' });
  await session.end(true);
  expect(JSON.stringify(await entries(draftStore()))).not.toContain('Titus');
  signIn();
  await expect(draftsOf().read('content 7')).resolves.toEqual({ title: 'Arch of Titus' });
  signIn(testProfile());
  await expect(draftsOf().read('content 7')).resolves.toBeNull();
  await draftsOf().keep('content 7', { title: 'Colosseum' });
  await draftsOf().drop(['content 7']);
  signIn();
  await expect(draftsOf().read('content 7')).resolves.toEqual({ title: 'Arch of Titus' });
});

test('a sign-out deletes the drafts', async () => {
  await draftsOf().keep('content 7', { title: 'Arch of Titus' });
  await session.end(false);
  await expect.poll(() => entries(draftStore())).toEqual([]);
});
