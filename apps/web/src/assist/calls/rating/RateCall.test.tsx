import { type CallDetails, errorOf } from '@earth/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../../platform';
import { setLanguage } from '../../../shared/i18n';
import * as callQueries from '../../../shared/call-queries';
import type { PageCipher } from '../../../platform/crypto/cipher';
import { createLocalStore } from '../../../platform/storage/local-store';
import { testContact, testId, testProfile } from '../../../testing/people';
import { queries, renderInScope } from '../../../testing/scope';
import { RateCall } from './RateCall';

const me = testProfile({ name: 'Luca Moretti' }, 'ASSISTED');
const self = testContact({ uniqueId: me.uniqueId, name: me.name }, 'ASSISTED');
const [giulia, other] = [testContact({ name: 'Giulia Ferri' }), testContact({ name: 'Anna Villa' }, 'ASSISTED')];
const callId = testId();
const sealText = vi.fn<PageCipher['sealText']>();
let answers: (() => Response)[];

const refused = (name: 'conflict' | 'internal') => {
  const [code, message] = errorOf(name);
  return Response.json({ result: { success: false, code, message }, data: { error: name } }, { status: code });
};

beforeEach(() => {
  setLanguage('en');
  createLocalStore(localStorage).writeToken({ token: 't', refreshToken: 'r', deviceId: 'd' });
  session.store.setState({ status: 'signedIn', profile: me }, true);
  const participants = [self, giulia, other].map((contact) => ({ contact, state: 'left' }));
  const details = { participants } as unknown as CallDetails;
  vi.spyOn(callQueries, 'callQuery').mockReturnValue({
    queryKey: ['call', callId],
    queryFn: async () => details,
  } as unknown as ReturnType<typeof callQueries.callQuery>);
  sealText.mockReset().mockResolvedValue('sealed');
  const cipher = { schemeFor: async () => 2, sealText } as unknown as PageCipher;
  vi.spyOn(callQueries, 'loadCipher').mockResolvedValue(cipher);
  vi.stubGlobal('fetch', async () => (answers.shift() ?? (() => refused('internal')))());
});
afterEach(() => {
  cleanup();
  queries().clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
});

test('a comment is sealed for the operators and its author; a rating whose answer was lost is sent at the second try', async () => {
  answers = [() => refused('internal'), () => refused('conflict')];
  renderInScope(<RateCall callId={callId} />);
  fireEvent.click(screen.getByRole('radio', { name: '4 stars' }));
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Quick' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send rating' }));
  await screen.findByRole('alert');
  expect(sealText.mock.calls[0]?.[2].map(({ uniqueId }) => uniqueId)).toEqual([me.uniqueId, giulia.uniqueId]);
  fireEvent.click(screen.getByRole('button', { name: 'Send rating' }));
  await waitFor(() => expect(screen.getByText('Thanks for your rating.')).toBeDefined());
  expect(sealText).toHaveBeenCalledTimes(2);
});
