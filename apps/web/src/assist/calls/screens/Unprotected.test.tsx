/** The ring and the call mark contents under a lower scheme than the one in force, by any author. */
import type { ChatMessage } from '@earth/calls';
import type { Scheme } from '@earth/contracts';
import { fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../../../platform';
import * as config from '../../../platform/config';
import { testDrawing, testInCall, testPerson } from '../../../testing/calls';
import { inConversation } from '../../../testing/conversation';
import { testContact, testProfile } from '../../../testing/people';
import { testMessage } from '../../../testing/rooms';
import { InCall } from './InCall';
import { Incoming } from './Incoming';
import type { InCallActions } from './use-in-call';

const me = testProfile();
/** The scheme of the content, the scheme in force, and the text of the mark. */
const CASES: readonly [Scheme, Scheme, 'Not encrypted' | 'Not signed'][] = [
  [0, 1, 'Not encrypted'],
  [1, 2, 'Not signed'],
];
const PLACES = [
  ['desktop', '(min-width: 1024px)'],
  ['phone', ''],
] as const;
const ALL = CASES.flatMap((one) => PLACES.map(([place, media]) => [...one, place, media] as const));

function setUp(shouldBe: Scheme, media: string) {
  const given = { cryptoSchema: shouldBe, brand: {} };
  vi.spyOn(config, 'getConfig').mockReturnValue(given as unknown as ReturnType<typeof config.getConfig>);
  const listening = { addEventListener() {}, removeEventListener() {} };
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ ...listening, matches: query === media }) as unknown as MediaQueryList,
  );
  session.store.setState({ status: 'signedIn', profile: me }, true);
}

const show = (screens: ReactNode) =>
  render(screens, {
    wrapper: inConversation(),
  });

const ring = (cryptoSchema: Scheme) => {
  const { call, subject } = testInCall();
  const view = { phase: 'incoming', since: Date.now(), timeoutSeconds: 30, subject } as const;
  show(<Incoming view={{ ...view, call: { ...call, cryptoSchema } }} actions={{ accept() {}, decline() {} }} />);
  return within(screen.getByRole('alertdialog'));
};

const actions = { setChatOpen() {}, markPicsSeen() {}, drawing: testDrawing() } as unknown as InCallActions;
const points = { get: () => [], lines: () => [], subscribe: () => () => {} };

function openCall(subjectScheme: Scheme, messageScheme: Scheme) {
  const message: ChatMessage = {
    ...testMessage({ uniqueId: 'somebody', name: 'Giulia Ferri' }, 1, {
      text: 'Close the valve',
      cryptoSchema: messageScheme,
    }),
    callUniqueId: 'call',
    state: 'stored',
  };
  const view = testInCall({ messages: [message] });
  const call = { ...view.call, cryptoSchema: subjectScheme };
  show(<InCall view={{ ...view, call }} actions={actions} points={points} me={me} />);
}

const openChat = () => {
  const button = screen.queryByRole('button', { name: /^Chat/ });
  if (button) fireEvent.click(button);
  return within(screen.getByRole('log'));
};

afterEach(() => void vi.restoreAllMocks());

test.each(ALL)('a ring’s subject under scheme %d instead of %d: «%s», on a %s', (scheme, shouldBe, mark, _, media) => {
  setUp(shouldBe, media);
  expect(ring(scheme).getByText(mark)).toBeDefined();
});

test.each(ALL)('a message under scheme %d instead of %d: «%s», on a %s', (scheme, shouldBe, mark, _, media) => {
  setUp(shouldBe, media);
  openCall(shouldBe, scheme);
  expect(openChat().getByText(mark)).toBeDefined();
});

test.each(CASES)('the subject of a call under scheme %d instead of %d: «%s», at a desk', (scheme, shouldBe, mark) => {
  setUp(shouldBe, '(min-width: 1024px)');
  openCall(scheme, shouldBe);
  expect(within(screen.getByRole('banner')).getByText(mark)).toBeDefined();
});

test.each(PLACES)('contents under the scheme in force are not marked, on a %s', (_, media) => {
  setUp(1, media);
  ring(1);
  openCall(1, 1);
  openChat();
  expect(screen.getByText('Close the valve')).toBeDefined();
  expect(screen.queryByText(/^Not (encrypted|signed)/)).toBeNull();
});

test.each([
  ['unsigned', 'good'],
  ['forged', 'connecting'],
  ['forged', 'reconnecting'],
  [null, 'good'],
] as const)('nothing says «Encrypted» in a call with a link that is %s and %s', (trust, link) => {
  setUp(1, '');
  const people = [testPerson(), testPerson({ contact: testContact({ uniqueId: 'another' }), trust, link })];
  show(<InCall view={testInCall({ people })} actions={actions} points={points} me={me} />);
  expect(screen.queryByText('Encrypted')).toBeNull();
});

test('a signed call says «Encrypted», which leads to the safety number of the other person', async () => {
  setUp(1, '');
  show(<InCall view={testInCall({ people: [testPerson()] })} actions={actions} points={points} me={me} />);
  fireEvent.click(screen.getByRole('button', { name: 'Encrypted' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Safety number' }));
  expect(await screen.findByRole('dialog', { name: /^Safety number with/ })).toBeTruthy();
});
