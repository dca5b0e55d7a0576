import {
  type buyMinutes,
  type CallData,
  type CallInput,
  listPurchases,
  type Purchase,
  testNonces,
} from '@earth/contracts';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NO_ANSWER } from '../../../platform';
import * as platform from '../../../platform';
import { setConfig } from '../../../platform/config';
import { setLanguage } from '../../../shared/i18n';
import { toastStore } from '../../../shared/toast';
import { testConfig } from '../../../testing/config';
import { AppScope, queries } from '../../../testing/scope';
import { type NativePlugin, standInShell } from '../../../testing/shell';
import { BuyingPart } from './BuyingPart';
import { formatMoney } from './money';

type Listed = CallData<typeof listPurchases>;
type Sent = CallInput<typeof buyMinutes>;

const offer = {
  isTest: true,
  methods: [],
  currency: 'EUR',
  digits: 2,
  packages: [
    { minutes: 60, amount: 1900 },
    { minutes: 300, amount: 7900 },
  ],
};
const purchase = (state: Purchase['state']): Purchase => ({
  id: '0190a000-0000-7000-8000-0000000000aa',
  minutes: 300,
  amount: 7900,
  currency: 'EUR',
  digits: 2,
  state,
  createdDate: '2026-03-01T10:00:00Z',
  buyer: 'Paolo Neri',
});

let listed: Listed;
let sent: Sent[];
let answer: () => Promise<Purchase>;

beforeEach(() => {
  setLanguage('en');
  setConfig(testConfig);
  listed = { offer, purchases: [] };
  sent = [];
  vi.spyOn(platform, 'sendCall').mockImplementation((async (call: unknown, input: unknown) => {
    if (call === listPurchases) return listed;
    sent.push(input as Sent);
    return answer();
  }) as typeof platform.sendCall);
  vi.spyOn(platform.session, 'renewProfile').mockResolvedValue(undefined);
});
afterEach(() => {
  cleanup();
  queries().clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <AppScope>
      <BuyingPart />
    </AppScope>,
  );
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

async function choose(pay: string | RegExp = 'Pay €79.00') {
  show();
  await press('Buy minutes');
  fireEvent.click(screen.getByRole('radio', { name: /300 minutes/ }));
  await press(pay);
}

test('an admin chooses minutes and pays them; the test provider is marked as one', async () => {
  answer = async () => purchase('paid');
  await choose();
  expect(screen.getAllByText('Test payments').length).toBeGreaterThan(0);
  await press('Card that is accepted');
  expect(await screen.findByText('300 minutes added')).toBeTruthy();
  expect(sent).toMatchObject([{ minutes: 300, amount: 7900, currency: 'EUR', nonce: testNonces.accepted }]);
  expect(platform.session.renewProfile).toHaveBeenCalledOnce();
});

test('a payment without an answer is sent again with the same key, and a declined one with another', async () => {
  const answers: (() => Promise<Purchase>)[] = [
    async () => Promise.reject(new ApiError({ code: NO_ANSWER, error: null, message: '' })),
    async () => purchase('pending'),
    async () => purchase('declined'),
    async () => purchase('paid'),
  ];
  answer = async () => (answers.shift() ?? answer)();
  await choose();
  await press('Card that takes a while');
  await press('Check again');
  await waitFor(() => expect(sent).toHaveLength(2));
  await press('Check again');
  expect(await screen.findByText('The card was declined')).toBeTruthy();
  await press('Use another card');
  await press('Card that is accepted');
  expect(await screen.findByText('300 minutes added')).toBeTruthy();
  const keys = sent.map(({ key }) => key);
  expect([new Set(keys.slice(0, 3)).size, keys[3] === keys[0]]).toEqual([1, false]);
});

test('what may have been paid is kept: closed, and if checking again is refused', async () => {
  const errors = [
    new ApiError({ code: 502, error: null, message: '' }),
    new ApiError({ code: 409, error: 'priceChanged', message: 'Another price' }),
    new ApiError({ code: NO_ANSWER, error: null, message: '' }),
  ];
  answer = async () => {
    const error = errors.shift();
    return error ? Promise.reject(error) : purchase('paid');
  };
  await choose();
  await press('Card that is accepted');
  await press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Buy minutes');
  expect(screen.getByText('The payment isn’t confirmed yet')).toBeTruthy();
  screen.getByRole('button', { name: 'Check again' }).focus();
  await press('Check again');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Another price'));
  expect(document.activeElement?.textContent).toBe('The payment isn’t confirmed yet');
  await press('Check again');
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toMatch(/^$|Another price/));
  await press('Check again');
  expect(await screen.findByText('300 minutes added')).toBeTruthy();
  expect([sent.length, new Set(sent.map(({ key }) => key)).size]).toEqual([4, 1]);
});

test('an error that is not the server’s own says nothing of the payment', async () => {
  answer = async () => Promise.reject(new ApiError({ code: 404, error: null, message: '' }));
  await choose();
  await press('Card that is accepted');
  expect(await screen.findByText('The payment isn’t confirmed yet')).toBeTruthy();
});

test('each step is announced in one live region, and its title has the focus', async () => {
  answer = async () => purchase('declined');
  show();
  await press('Buy minutes');
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  fireEvent.click(screen.getByRole('radio', { name: /300 minutes/ }));
  await press('Pay €79.00');
  const isAt = (words: string) =>
    expect([status.isConnected, document.activeElement?.textContent]).toEqual([true, words]);
  expect(status.textContent).toMatch(/^No card is charged/);
  isAt(status.textContent);
  await press('Card that is declined');
  isAt('Paying €79.00…');
  await waitFor(() => expect(status.textContent).toMatch(/^The card was declined/));
  isAt('The card was declined');
  await press('Use another card');
  await press('Cancel');
  expect(status.textContent).toBe('');
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /300 minutes/ }));
});

test('a refusal is shown in the words of the server, and nothing is bought', async () => {
  answer = async () => Promise.reject(new ApiError({ code: 409, error: 'priceChanged', message: 'Another price' }));
  await choose();
  await press('Card that is accepted');
  expect(await screen.findByText('Another price')).toBeTruthy();
});

test('in the shell the plugin asks for the card; cancelled, nothing is sent', async () => {
  const nonces: (string | null)[] = [null, 'of-the-plugin'];
  const shell = standInShell({
    CardPayment: { prepare: () => undefined, requestNonce: () => ({ nonce: nonces.shift() }) },
  });
  answer = async () => purchase('paid');
  await choose();
  await waitFor(() => expect(shell.optionsOf('CardPayment', 'requestNonce')).toHaveLength(1));
  await press('Pay €79.00');
  expect(await screen.findByText('300 minutes added')).toBeTruthy();
  expect(shell.optionsOf('CardPayment', 'requestNonce')[1]).toEqual({
    amount: 7900,
    currency: 'EUR',
    digits: 2,
    label: `${testConfig.brand.name}: 300 minutes`,
  });
  expect(sent.map(({ nonce }) => nonce)).toEqual(['of-the-plugin']);
});

/** A plugin whose next answer waits. */
function waitingPlugin(method: 'prepare' | 'requestNonce') {
  const answers: (() => void)[] = [];
  const plugin: NativePlugin = {
    prepare: () => undefined,
    requestNonce: () => ({ nonce: 'of-the-plugin' }),
  };
  const shell = standInShell({
    CardPayment: {
      ...plugin,
      [method]: () =>
        new Promise((resolve) => {
          answers.push(() => resolve(plugin[method]?.({})));
        }),
    },
  });
  const answerAll = () => act(async () => answers.splice(0).forEach((one) => one()));
  return { shell, answers, answerAll };
}

test('two taps on «Pay» ask for one card, and pay once', async () => {
  const { shell, answers, answerAll } = waitingPlugin('prepare');
  answer = async () => purchase('paid');
  show();
  await press('Buy minutes');
  const pay = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay €19.00' });
  act(() => {
    pay.click();
    pay.click();
  });
  expect(pay.disabled).toBe(true);
  await waitFor(() => expect(answers.length).toBeGreaterThan(0));
  await answerAll();
  await screen.findByText('60 minutes added');
  expect([shell.optionsOf('CardPayment', 'requestNonce').length, sent.length]).toEqual([1, 1]);
});

test.each(['prepare', 'requestNonce'] as const)('cancelled or left during «%s», nothing is paid', async (method) => {
  const { shell, answers, answerAll } = waitingPlugin(method);
  await choose();
  await waitFor(() => expect(answers).toHaveLength(1));
  await press('Cancel');
  await answerAll();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Buy minutes');
  await press('Pay €79.00');
  await waitFor(() => expect(answers).toHaveLength(1));
  cleanup();
  await answerAll();
  expect(shell.optionsOf('CardPayment', 'requestNonce')).toHaveLength(method === 'prepare' ? 0 : 2);
  expect(sent).toEqual([]);
});

test('a shell without the plugin offers test payments by the page, too', async () => {
  standInShell({});
  answer = async () => purchase('paid');
  await choose();
  await press('Card that is accepted');
  expect(await screen.findByText('300 minutes added')).toBeTruthy();
});

test('a shell without the plugin says that it cannot take real payments', async () => {
  standInShell({});
  listed = { offer: { ...offer, isTest: false }, purchases: [] };
  await choose();
  await waitFor(() => expect(toastStore.getState().toast?.words).toContain('“CardPayment”'));
  expect(sent).toEqual([]);
  expect(await screen.findByRole('button', { name: 'Pay €79.00' })).toBeTruthy();
});

test('a browser asks by its own sheet, with the methods of the provider, or says that it cannot', async () => {
  listed = {
    offer: { ...offer, isTest: false, methods: [{ supportedMethods: 'https://pay.example' }], currency: 'HUF' },
    purchases: [],
  };
  await choose(/^Pay HUF\s79\.00$/);
  expect(await screen.findByText(/^This browser can’t ask for a card/)).toBeTruthy();
  const made = vi.fn<(methods: unknown, details: unknown) => void>();
  class Sheet {
    canMakePayment = async () => true;
    show = async () => ({ complete: async () => undefined, details: { token: 'of-the-sheet' } });
    constructor(methods: unknown, details: unknown) {
      made(methods, details);
    }
  }
  vi.stubGlobal('PaymentRequest', Sheet);
  answer = async () => purchase('paid');
  await press(/^Pay HUF\s79\.00$/);
  expect(await screen.findByText('300 minutes added')).toBeTruthy();
  expect(made).toHaveBeenCalledWith([{ supportedMethods: 'https://pay.example' }], {
    total: { label: `${testConfig.brand.name}: 300 minutes`, amount: { currency: 'HUF', value: '79.00' } },
  });
  expect(sent[0]?.nonce).toBe('{"token":"of-the-sheet"}');
  expect(screen.queryByText('Test payments')).toBeNull();
});

test.each([
  ['its making', () => Promise.resolve(true), new RangeError('No such currency')],
  ['the question for a card', () => Promise.reject(new DOMException('', 'NotAllowedError')), null],
])('a sheet of the browser that fails at %s leaves the choice as it was', async (_, canMakePayment, error) => {
  listed = {
    offer: { ...offer, isTest: false, methods: [{ supportedMethods: 'https://pay.example' }] },
    purchases: [],
  };
  class Sheet {
    canMakePayment = canMakePayment;
    constructor() {
      if (error) throw error;
    }
  }
  vi.stubGlobal('PaymentRequest', Sheet);
  await choose();
  expect(await screen.findByText(/^This browser can’t ask for a card/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay €79.00' }).disabled).toBe(false);
});

test('lists what was bought, also where nothing is sold any more', async () => {
  listed = {
    offer: null,
    purchases: [purchase('paid'), { ...purchase('failed'), id: '0190a000-0000-7000-8000-0000000000ab', buyer: null }],
  };
  show();
  const rows = await screen.findAllByRole('listitem');
  expect(rows[0]?.textContent).toMatch(/300 minutes.*Paid.*2026.*Paolo Neri.*€79\.00/);
  expect(rows[1]?.textContent).toContain('Not charged');
  expect(screen.queryByRole('button', { name: 'Buy minutes' })).toBeNull();
});

test('shows the last three purchases, and all of them on request', async () => {
  const many = Array.from({ length: 5 }, (_, index) => ({
    ...purchase('paid'),
    id: `0190a000-0000-7000-8000-00000000000${index}`,
  }));
  listed = { offer, purchases: many };
  show();
  expect(await screen.findAllByRole('listitem')).toHaveLength(3);
  await press('Show all (5)');
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
});

test('shows nothing where nothing is sold and was bought, and says what did not load', async () => {
  listed = { offer: null, purchases: [] };
  const { container } = show();
  await waitFor(() => expect(container.textContent).toBe(''));
  cleanup();
  queries().clear();
  vi.spyOn(platform, 'sendCall').mockRejectedValueOnce(new Error('The server is busy'));
  show();
  expect(await screen.findByText('Couldn’t load the purchases')).toBeTruthy();
});

test.each([
  [1900, 'EUR', 2, 'en', '€19.00'],
  [1900, 'EUR', 2, 'it', '19,00\u00a0€'],
  [1900, 'JPY', 0, 'en', 'JP¥1,900'],
  [1900, 'HUF', 2, 'en', 'HUF\u00a019.00'],
  [1900, 'KWD', 3, 'en', 'KWD\u00a01.900'],
])('%d of the smallest unit of %s, with %d digits, in «%s» is %s', (amount, currency, digits, language, words) =>
  expect(formatMoney({ amount, currency, digits }, language)).toBe(words),
);
