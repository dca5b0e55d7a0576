import { expect, test } from 'vitest';
import { createBanner } from './banner';

const given = {
  product: 'Earth',
  url: 'http://localhost:3000',
  isLan: false,
  isMailShown: false,
  mailUrl: undefined,
  demoPeople: [],
};

test('the start says so where nobody reads what visitors write, and only there', async () => {
  expect(await createBanner({ ...given, areLeadsRead: false })).toMatch(/Nobody reads .* LEADS_COMPANY or LEADS_URL/);
  expect(await createBanner({ ...given, areLeadsRead: true })).not.toContain('Nobody reads');
});
