import { type CallDetails, errorOf } from '@earth/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../../platform';
import { setLanguage } from '../../../shared/i18n';
import * as callQueries from '../../../shared/call-queries';
import type { PageCipher } from '../../../platform/crypto/cipher';
import { createLocalStore } from '../../../platform/storage/local-store';
import { testContact, testId, testProfile } from '../../../testing/people';
import { queries, renderInScope } from '../../../testing/scope';
import { RateCall } from './RateCall';
import { type Rating, RatingForm } from './RatingForm';
import type { SendRating } from './use-rating';

const me = testProfile({ name: 'Luca Moretti' }, 'ASSISTED');
const self = testContact({ uniqueId: me.uniqueId, name: me.name }, 'ASSISTED');
const [giulia, other] = [testContact({ name: 'Giulia Ferri' }), testContact({ name: 'Anna Villa' }, 'ASSISTED')];
const callId = testId();
const sealText = vi.fn<PageCipher['sealText']>();
let answers: (() => Response | Promise<Response>)[];
let sent: unknown[];

const accepted = () => Response.json({ result: { success: true, code: 200, message: '' }, data: null });
const refused = (name: 'internal') => {
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
  sent = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(Object.fromEntries(await new Request('https://earth.test', init).formData()));
    return (answers.shift() ?? (() => refused('internal')))();
  });
});
afterEach(() => {
  cleanup();
  queries().clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
});

test('stars are sent when they are chosen, the last of them at the end; a comment, sealed for the operators and its author, with its button', async () => {
  const answer: ((answer: Response) => void)[] = [];
  const held = () => new Promise<Response>((resolve) => void answer.push(resolve));
  answers = [held, held];
  renderInScope(<RateCall callId={callId} />);
  for (const stars of ['1 star', '2 stars', '4 stars']) fireEvent.click(screen.getByRole('radio', { name: stars }));
  await waitFor(() => expect(answer).toHaveLength(1));
  answer[0]?.(accepted());
  await waitFor(() => expect(answer).toHaveLength(2));
  expect(screen.queryByText('Thanks for your rating.')).toBeNull();
  answer[1]?.(accepted());
  await screen.findByText('Thanks for your rating.');
  expect(sent).toMatchObject([{ stars: '1' }, { stars: '4' }]);
  expect(screen.queryByRole('button')).toBeNull();

  answers = [() => refused('internal'), accepted];
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Quick' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByRole('alert');
  expect(sealText.mock.calls[0]?.[2].map(({ uniqueId }) => uniqueId)).toEqual([me.uniqueId, giulia.uniqueId]);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Thanks. Your comment was sent.');
  expect(sent.at(-1)).toMatchObject({ stars: '4', comment: 'sealed' });
  expect(screen.queryByRole('radio')).toBeNull();
});

test('stars that were not sent are sent again by a button', async () => {
  const rate = vi.fn<SendRating>().mockRejectedValueOnce(new Error('away')).mockResolvedValue(null);
  renderInScope(<RatingForm onSend={rate} />);
  fireEvent.click(screen.getByRole('radio', { name: '5 stars' }));
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Thanks for your rating.');
  expect(rate.mock.calls).toEqual([
    [5, ''],
    [5, ''],
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a comment that is typed is sent when the user has done; one that was refused keeps them once, and says why', async () => {
  const rating = createRef<Rating>();
  const rate = vi.fn<SendRating>().mockResolvedValue(null);
  renderInScope(<RatingForm ref={rating} hasComment onSend={rate} />);
  expect(await rating.current?.finish()).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: '5 stars' }));
  await screen.findByText('Thanks for your rating.');
  fireEvent.change(screen.getByRole('textbox'), { target: { value: ' Quick ' } });
  rate.mockRejectedValueOnce(new Error('away'));
  expect(await rating.current?.finish()).toBe(false);
  await screen.findByRole('alert');
  expect(await rating.current?.finish()).toBe(true);
  expect(rate).toHaveBeenCalledTimes(2);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Quick and clear' } });
  expect(await rating.current?.finish()).toBe(true);
  expect(rate).toHaveBeenLastCalledWith(5, 'Quick and clear');
});
