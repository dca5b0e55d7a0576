import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../../../platform';
import * as config from '../../../platform/config';
import { setLanguage } from '../../../shared/i18n';
import { productsQuery } from '../../../shared/queries';
import { testInCall } from '../../../testing/calls';
import { inConversation } from '../../../testing/conversation';
import { testProfile } from '../../../testing/people';
import { queries } from '../../../testing/scope';
import { Incoming } from './Incoming';

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['Feed pump', ['Pompa di alimentazione']],
  ['It leaks', ['It leaks', 'Pompa di alimentazione']],
])('a ring about a product names it once, in the language of who answers: «%s»', (subject, shown) => {
  setLanguage('it');
  const given = { cryptoSchema: 1, brand: {} };
  vi.spyOn(config, 'getConfig').mockReturnValue(given as unknown as ReturnType<typeof config.getConfig>);
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  const wrapper = inConversation();
  const pump = {
    code: 'P-204',
    name: 'Feed pump',
    nameIt: 'Pompa di alimentazione',
    description: null,
    imageUrl: null,
  };
  queries().setQueryData(productsQuery.queryKey, [pump]);
  const view = { phase: 'incoming', since: Date.now(), timeoutSeconds: 30, subject } as const;
  const call = { ...testInCall().call, productCode: 'P-204' };
  render(<Incoming view={{ ...view, call }} actions={{ accept() {}, decline() {} }} />, { wrapper });
  for (const words of shown) expect(screen.getAllByText(words)).toHaveLength(1);
  expect(screen.queryByText(subject) !== null).toBe(shown.includes(subject));
});
