import { inspect } from '../world/inspect';
import { invitationLink, invite, openInvitation } from '../world/invitation';
import { expectToSeeEachOther, callPerson, acceptCall, ringOf } from '../world/steps';
import { expect, test } from '../world/test';

const ada = { email: 'ada@pump.example', name: 'Ada Monti' };
const offer = { name: 'Giulia Ferri invites you' };

test('an operator invites, the invited person accepts with one tap, and they call each other at once', async ({
  server,
  person,
  visitor,
}) => {
  const giulia = await person('operator');
  await giulia.page.goto('/people');
  await expect(giulia.page.getByText('No open invitations.')).toBeVisible();
  await invite(giulia, ada);
  await expect(giulia.page.getByRole('button', { name: ada.name })).toBeVisible();

  const invited = { ...(await visitor('assisted', { device: 'phone' })), ...ada };
  await invited.page.goto(await invitationLink(server, ada.email));
  await expect(invited.page.getByRole('heading', offer)).toBeVisible();
  await expect(invited.page.getByText('Join Demo Water Works as a field user.')).toBeVisible();
  await invited.page.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(invited.page.getByRole('button', { name: 'Call for help' })).toBeVisible();

  // Without a reload.
  await expect(giulia.page.getByRole('link', { name: ada.name })).toBeVisible();
  await expect(giulia.page.getByText('No open invitations.')).toBeVisible();
  await expect(giulia.page.getByRole('button', { name: `Call ${ada.name}` })).toBeEnabled();
  await invited.page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
  await expect(invited.page.getByRole('link', { name: 'Giulia Ferri' })).toBeVisible();
  await invited.online;

  await callPerson(giulia, invited);
  await expect(ringOf(invited, giulia)).toBeVisible();
  await acceptCall(invited);
  await expectToSeeEachOther(giulia, invited);
});

test('a used, resent or revoked link says so, and offers a way on', async ({ server, person, visitor }) => {
  const paolo = await person('admin');
  const { page } = await visitor('assisted', { device: 'phone' });
  await paolo.page.goto('/people');
  await invite(paolo, { ...ada, role: 'Operator', language: 'Italiano' });
  const first = await invitationLink(server, ada.email);

  await paolo.page.getByRole('button', { name: ada.name }).click();
  const dialog = paolo.page.getByRole('dialog', { name: `Invitation to ${ada.name}` });
  await expect(dialog.getByLabel('Language of the invitation')).toHaveValue('it');
  await dialog.getByLabel('Name').fill('Ada Monti Rossi');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(paolo.page.getByRole('button', { name: 'Ada Monti Rossi' })).toBeVisible();
  await page.goto(first);
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();

  const second = await invitationLink(server, ada.email);
  await paolo.page.getByRole('button', { name: 'Ada Monti Rossi' }).click();
  await paolo.page.getByRole('button', { name: 'Withdraw' }).click();
  const question = paolo.page.getByRole('dialog', { name: 'Withdraw the invitation to Ada Monti Rossi?' });
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(paolo.page.getByText('No open invitations.')).toBeVisible();
  await page.goto(second);
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();

  await invite(paolo, { ...ada, role: 'Operator', language: 'Italiano' });
  const third = await invitationLink(server, ada.email);
  await page.goto(third);
  await page.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const other = await visitor('assisted2');
  await other.page.goto(third);
  await expect(other.page.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible();
  await other.page.getByRole('link', { name: 'Sign in' }).click();
  await expect(other.page.getByRole('heading', { name: 'Sign in with your e-mail' })).toBeVisible();
});

test('a link warns a signed-in user, and accepting signs them out', async ({ server, person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const { page } = luca;
  await giulia.page.goto('/people');
  await invite(giulia, ada);

  await page.goto(await invitationLink(server, ada.email));
  await expect(page.getByText('Luca Moretti of Demo Water Works is signed in on this device.')).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'Sign out and accept' }).click();

  await expect(page.getByRole('button', { name: 'Call for help' })).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByText(ada.email)).toBeVisible();
});

test('a code without a link is entered by hand', async ({ server, person, visitor }) => {
  const giulia = await person('operator');
  const { page } = await visitor('assisted', { device: 'phone' });
  await giulia.page.goto('/people');
  await invite(giulia, ada);
  const code = new URLSearchParams(new URL(await invitationLink(server, ada.email)).hash.slice(1)).get('code') ?? '';

  await page.goto('/login/');
  await page.getByLabel('E-mail').fill(ada.email);
  await page.getByRole('link', { name: 'I have an invitation code' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your invitation' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(ada.email);
  await page.getByLabel('Invitation code').fill(code === '000000000000' ? '111111111111' : '0000 0000 0000');
  await page.getByRole('button', { name: 'NEXT' }).click();
  await expect(page.getByText('This code doesn’t match an open invitation to this e-mail address')).toBeVisible();
  await inspect(page);
  await page.getByLabel('Invitation code').fill(code.replaceAll(/\d{4}(?=\d)/g, '$& '));
  await page.getByRole('button', { name: 'NEXT' }).click();
  await page.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(page.getByRole('button', { name: 'Call for help' })).toBeVisible();
});

for (const device of ['phone', 'desktop'] as const) {
  test(`every screen of the inviting user: ${device}`, async ({ person }) => {
    const { page, ...paolo } = await person('admin', { device });
    await page.goto('/people');
    await expect(page.getByText('No open invitations.')).toBeVisible();
    await invite({ page, ...paolo }, { ...ada, role: 'Field user' });
    await expect(page.getByRole('button', { name: ada.name })).toBeVisible();
    await inspect(page);
    await page.getByRole('button', { name: ada.name }).click();
    await expect(page.getByRole('dialog', { name: `Invitation to ${ada.name}` })).toBeVisible();
    await inspect(page);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByRole('dialog', { name: /^Withdraw/ })).toBeVisible();
    await inspect(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await openInvitation(page);
    await page.getByRole('button', { name: 'Send invitation' }).click();
    // Both fields are marked.
    await expect(page.getByText('Please fill out this field')).toHaveCount(2);
    await inspect(page);
  });

  test(`every screen of the invited person: ${device}`, async ({ server, person, visitor }) => {
    const paolo = await person('admin');
    const { page } = await visitor('assisted', { device });
    await paolo.page.goto('/people');
    await invite(paolo, { ...ada, role: 'Field user' });

    await page.goto(await invitationLink(server, ada.email));
    await expect(page.getByRole('heading', { name: 'Paolo Neri invites you' })).toBeVisible();
    await inspect(page);
    await page.goto('/invitation#email=ada%40pump.example&code=000000000000');
    await expect(page.getByRole('heading', { name: 'This invitation isn’t valid' })).toBeVisible();
    await inspect(page);
  });
}
