import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { api, session } from '../../platform';
import { conversationQuery } from './model/room-queries';
import { testContact, testProfile } from '../../testing/people';
import { testMessage, testRoom } from '../../testing/rooms';
import { GoingBack } from './GoingBack';
import { useReturn } from './use-return';
import { beginScope, queries, renderInScope } from '../../testing/scope';
import { createCallCipher } from '../../platform/crypto/cipher';

const me = testProfile();
const luca = testContact();
const { uniqueId: roomUniqueId } = testRoom([me, luca]);
const { queryKey } = conversationQuery(roomUniqueId);
/** The newest messages; the server has a thousand. */
const written = Array.from({ length: 1000 }, (_, at) => testMessage(luca, at + 1, { roomUniqueId }));
const known = () => queries().getQueryData(queryKey) ?? { messages: [], hasOlder: true };
const first = () => known().messages[0]?.position;

const listRoomMessages = vi.spyOn(api, 'listRoomMessages');
/** The requests for pages, each answered when the test says so. */
let answers: (() => void)[] = [];

beforeEach(async () => {
  setLanguage('en');
  session.store.setState({ status: 'signedIn', profile: me }, true);
  beginScope([[createCallCipher, { openText: async (_: 0 | 1, sealed: string) => sealed }]]);
  queries().setQueryData(queryKey, { messages: written.slice(-30), hasOlder: true });
  answers = [];
  listRoomMessages.mockReset().mockImplementation(
    ({ toId, limit = 30 }) =>
      new Promise((resolve) => {
        const end = written.findIndex(({ uniqueId }) => uniqueId === toId);
        answers.push(() => resolve(written.slice(Math.max(0, end - limit), end)));
      }),
  );
});
afterEach(async () => {
  await session.end(false);
});

function Way({ wanted, unreadAfter = null }: { readonly wanted?: number; readonly unreadAfter?: number | null }) {
  const { way, go } = useReturn(roomUniqueId, wanted);
  const stop = () => way.type === 'going' && way.stop();
  return <GoingBack known={known()} unreadAfter={unreadAfter} way={way} goTo={go} stop={stop} />;
}
const page = (props: Parameters<typeof Way>[0]) => <Way {...props} />;
const show = (props: Parameters<typeof Way>[0]) => renderInScope(page(props));
/** Answers the next page. */
async function answer() {
  await vi.waitFor(() => expect(answers).not.toHaveLength(0));
  const before = first();
  answers.shift()?.();
  await vi.waitFor(() => expect(first()).not.toBe(before));
}

test.each([
  ['en', 'First unread message', 'Going back'],
  ['it', 'Primo messaggio non letto', 'Torno indietro'],
] as const)(
  'in «%s», going to a first unread message many pages back shows the progress',
  async (language, words, going) => {
    setLanguage(language);
    const { rerender } = show({ unreadAfter: 500 });
    fireEvent.click(screen.getByRole('button', { name: words }));
    await answer();
    rerender(page({ unreadAfter: 500 }));
    // From 971 to 501: 200 of 470.
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: going }).value).toBeCloseTo(200 / 470);
    expect(screen.getByText('43%')).toBeDefined();
    await answer();
    await answer();
    await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    rerender(page({ unreadAfter: 500 }));
    expect(screen.queryByRole('button')).toBeNull();
    expect(listRoomMessages.mock.calls.map(([{ toId, limit }]) => [toId, limit])).toEqual(
      [970, 770, 570].map((at) => [written[at]?.uniqueId, 200]),
    );
    expect(known().messages.map(({ position }) => position)).toEqual(
      written.slice(370).map(({ position }) => position),
    );
  },
);

test('stopping keeps the scroll position, and it can be started again', async () => {
  const { rerender } = show({ unreadAfter: 500 });
  fireEvent.click(screen.getByRole('button', { name: 'First unread message' }));
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await answer();
  expect(listRoomMessages).toHaveBeenCalledOnce();
  rerender(page({ unreadAfter: 500 }));
  fireEvent.click(screen.getByRole('button', { name: 'First unread message' }));
  await answer();
  expect(first()).toBe(571);
});

test('a failure is shown, and a retry continues from there', async () => {
  listRoomMessages.mockRejectedValueOnce(new Error('away'));
  show({ wanted: 900 });
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load older messages');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await answer();
  expect(first()).toBe(771);
});

test('leaving the room stops loading', async () => {
  const { unmount } = show({ wanted: 1 });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  unmount();
  await answer();
  expect(listRoomMessages).toHaveBeenCalledOnce();
});

test('no button if the first unread message is loaded, or nothing is unread', () => {
  const { rerender } = show({ unreadAfter: 970 });
  expect(screen.queryByRole('button')).toBeNull();
  rerender(page({ unreadAfter: null }));
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([980, undefined])('another target (%s) stops loading the former one', async (wanted) => {
  const { rerender } = show({ wanted: 1 });
  await screen.findByRole('progressbar');
  rerender(page(wanted === undefined ? {} : { wanted }));
  expect(screen.queryByRole('progressbar')).toBeNull();
  await answer();
  expect(listRoomMessages).toHaveBeenCalledOnce();
});
