import { decode, errorOf, type LeadPart, leadParts, sendLead } from '@earth/contracts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { api, ApiError } from '../../platform';
import { toastStore } from '../../shared/toast';
import { ContactForm } from './ContactForm';

const sent = vi.spyOn(api, 'sendLead');
beforeEach(async () => {
  setLanguage('en');
  sent.mockReset().mockResolvedValue(null);
  toastStore.setState({ toast: null });
  sessionStorage.clear();
});
afterAll(() => vi.restoreAllMocks());

const show = (note = '', parts: readonly LeadPart[] = leadParts) =>
  render(<ContactForm brand="Cotto Nuovo" leadSource="earth" note={note} parts={parts} />);

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

function fillAll() {
  fill('Name', 'Chiara');
  fill('Surname', 'Galli');
  fill('E-mail', 'chiara@example.com');
  fill('City', 'Roma');
  fill('Country', 'IT');
  fill('Profession', '1');
}

const privacy = () => screen.getByRole('checkbox', { name: /my data being used/ });
const newsletter = () => screen.getByRole('checkbox', { name: /newsletter/ });
const send = (name = 'Send') => fireEvent.click(screen.getByRole('button', { name }));
const toast = () => toastStore.getState().toast?.words;
const problemOf = (label: string) => {
  const id = screen.getByLabelText(label).getAttribute('aria-describedby') ?? '';
  return document.getElementById(id)?.textContent;
};

describe('D5.16: contact form', () => {
  test('D5.16: names missing fields and focuses the first one', () => {
    show();
    fireEvent.click(privacy());
    send();
    expect(toast()).toBe('Some fields have not been entered correctly');
    for (const label of ['Name', 'Surname', 'E-mail', 'City'])
      expect(problemOf(label)).toBe('Please fill out this field');
    for (const label of ['Country', 'Profession']) expect(problemOf(label)).toBe('Please select an item in the list');
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(sent).not.toHaveBeenCalled();
  });

  test.each([
    ['E-mail', 'chiara@', 'Email format not valid'],
    ['ZIP code (optional)', '4212', 'Format not valid'],
    ['ZIP code (optional)', '421210', 'Format not valid'],
    ['Phone (optional)', '+39 0522', 'Format not valid'],
    ['Surname', '  ', 'Please fill out this field'],
  ])('D5.17: %s «%s»: %s; typing clears the message', (label, value, words) => {
    show();
    fillAll();
    fireEvent.click(privacy());
    fill(label, value);
    send();
    expect(problemOf(label)).toBe(words);
    expect(screen.getByText('Check the fields marked in red')).toBeDefined();
    expect(toast()).toBe('Some fields have not been entered correctly');
    expect(sent).not.toHaveBeenCalled();
    fill(label, 'x');
    expect(problemOf(label)).toBe('');
    expect(screen.queryByText('Check the fields marked in red')).toBeNull();
  });

  test('D5.18: sends nothing without the privacy box', () => {
    show();
    fillAll();
    expect(privacy().getAttribute('aria-invalid')).toBeNull();
    send();
    expect(toast()).toBe('Please check the privacy box to continue');
    expect(sent).not.toHaveBeenCalled();
    // The box is marked, too, with a line of its own.
    expect(document.activeElement).toBe(privacy());
    expect(privacy().getAttribute('aria-invalid')).toBe('true');
    const line = document.getElementById(privacy().getAttribute('aria-describedby') ?? '');
    expect(line?.textContent).toBe('Please check the privacy box to continue');
    fireEvent.click(privacy());
    expect(privacy().getAttribute('aria-invalid')).toBeNull();
    expect(line?.textContent).toBe('');
  });

  test('D9.16: toasts of the contact form stay for 3 s', () => {
    vi.useFakeTimers();
    try {
      show();
      send();
      vi.advanceTimersByTime(2999);
      expect(toast()).toBe('Some fields have not been entered correctly');
      vi.advanceTimersByTime(1);
      expect(toast()).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  test('D8.12: sends a valid lead, shows «Data sent», and clears both boxes', async () => {
    show('Tile «Terra»');
    fillAll();
    fill('ZIP code (optional)', '00184');
    fill('Phone (optional)', '0612345');
    fireEvent.click(privacy());
    fireEvent.click(newsletter());
    send();
    const dialog = await screen.findByRole('dialog', { name: 'Data sent' });
    expect(dialog.textContent).toContain('The data was sent successfully');
    expect(sent).toHaveBeenCalledTimes(1);
    expect(sent.mock.lastCall?.[0]).toEqual({
      brand: 'Cotto Nuovo',
      leadSource: 'earth',
      subject: 'Contact request: Tile «Terra»',
      firstname: 'Chiara',
      lastname: 'Galli',
      email: 'chiara@example.com',
      phone: '0612345',
      occupation: 1,
      addressCity: 'Roma',
      addressZip: '00184',
      addressStateOrProvince: '',
      addressCountry: 'IT',
      notesInfo: '',
      consentPrivacy: true,
      consentNewsletter1: true,
    });
    expect([privacy(), newsletter()].map((box) => (box as HTMLInputElement).checked)).toEqual([false, false]);
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Chiara');
    expect(decode(sendLead.body, {}).success).toBe(false);
  });

  test('what was sent is thanked for, and is not offered again: the next message begins empty', async () => {
    show();
    fillAll();
    fill('Message (optional)', 'Hello');
    fireEvent.click(privacy());
    send();
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: 'Data sent' })).getByRole('button', { name: 'OK' }),
    );
    expect(screen.getByText('Thanks for your message')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Write another message' }));
    expect(screen.getByLabelText('Message (optional)')).toHaveProperty('value', '');
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Chiara');
  });

  test('D8.12: shows a failure and keeps the input', async () => {
    sent.mockRejectedValue(new ApiError({ code: 0, error: null, message: '' }));
    show();
    fillAll();
    fill('Message (optional)', 'Hello');
    fireEvent.click(privacy());
    send();
    const dialog = await screen.findByRole('dialog', { name: 'Sending data failed' });
    expect(dialog.textContent).toContain('There was an error sending your data');
    expect(screen.getByLabelText('Message (optional)')).toHaveProperty('value', 'Hello');
    expect(privacy()).toHaveProperty('checked', true);
    fireEvent.click(screen.getByRole('button', { name: 'OK' }));
    sent.mockResolvedValue(null);
    send();
    await screen.findByRole('dialog', { name: 'Data sent' });
  });

  test('shows an error that only the server finds at its field', async () => {
    const [code, message] = errorOf('invalidInput');
    const fields = { Address_City: 'Too long or too large' };
    sent.mockRejectedValue(new ApiError({ code, error: 'invalidInput', message, fields }));
    show();
    fillAll();
    fireEvent.click(privacy());
    send();
    await waitFor(() => expect(problemOf('City')).toBe('Too long or too large'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('City')));
  });

  test('reports going offline, and keeps the form', () => {
    show();
    fill('Name', 'Chiara');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    screen.getByText('You’re offline. Your text is kept until you can send it.');
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Chiara');
  });
});

test('shows and sends only what the company asks for, also of a draft for another one', async () => {
  const { unmount } = show();
  fillAll();
  fill('Phone (optional)', '0612345');
  unmount();
  show('Head of a ruler', []);
  const fields = screen.getAllByRole('textbox').map((field) => field.getAttribute('name'));
  expect(fields).toEqual(['message', 'firstname', 'lastname', 'email']);
  expect(screen.queryAllByRole('combobox')).toEqual([]);
  expect(screen.queryByRole('checkbox', { name: /newsletter/ })).toBeNull();
  fireEvent.click(privacy());
  send();
  await screen.findByRole('dialog', { name: 'Data sent' });
  expect(sent.mock.lastCall?.[0]).toMatchObject({
    subject: 'Contact request: Head of a ruler',
    firstname: 'Chiara',
    phone: '',
    occupation: null,
    addressCity: '',
    addressCountry: '',
  });
});

test('the subject of a long title still fits', async () => {
  show('x'.repeat(1000), []);
  for (const label of ['Name', 'Surname']) fill(label, 'Chiara');
  fill('E-mail', 'chiara@example.com');
  fireEvent.click(privacy());
  send();
  await screen.findByRole('dialog', { name: 'Data sent' });
  expect(sent.mock.lastCall?.[0].subject).toHaveLength(200);
});

test('restores the draft after the page was left, until it is sent; without the consent', async () => {
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  const { unmount } = show('Tile «Terra»');
  fillAll();
  fill('Message (optional)', 'Tile «Terra»: how much?');
  fireEvent.click(privacy());
  unmount();

  const again = show('Tile «Terra»');
  expect([value('Name'), value('Country'), value('Message (optional)')]).toEqual([
    'Chiara',
    'IT',
    'Tile «Terra»: how much?',
  ]);
  expect(privacy()).toHaveProperty('checked', false);
  again.unmount();
  const other = show('Tile «Notte»');
  expect([value('Name'), value('Message (optional)')]).toEqual(['Chiara', '']);
  fireEvent.click(privacy());
  send();
  await screen.findByRole('dialog', { name: 'Data sent' });
  other.unmount();
  show('Tile «Notte»');
  expect(value('Name')).toBe('');
});

test('does not show the draft to another user who signs in', () => {
  sessionStorage.setItem(
    'contact_draft',
    JSON.stringify({ who: 'somebody', note: '', draft: { firstname: 'Chiara' } }),
  );
  show();
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '');
});

test('makes text bold with the button and the shortcut, previews it, and sends it so', async () => {
  show();
  fillAll();
  fill('Message (optional)', 'call me now');
  fireEvent.click(privacy());
  const area = screen.getByLabelText<HTMLTextAreaElement>('Message (optional)');
  area.setSelectionRange(5, 7);
  fireEvent.click(screen.getByRole('button', { name: 'Bold' }));
  expect(area.value).toBe('call **me** now');
  expect([area.selectionStart, area.selectionEnd]).toEqual([7, 9]);
  fireEvent.keyDown(area, { key: 'u', ctrlKey: true });
  expect(area.value).toBe('call **__me__** now');
  expect(screen.getByRole('region', { name: 'Preview' }).querySelector('b u')?.textContent).toBe('me');
  send();
  await screen.findByRole('dialog', { name: 'Data sent' });
  expect(sent.mock.lastCall?.[0]).toMatchObject({ notesInfo: 'call <b><u>me</u></b> now' });
});

test('shows texts and country names in Italian too', async () => {
  setLanguage('it');
  show();
  expect(screen.getByRole('option', { name: 'Germania' })).toHaveProperty('value', 'DE');
  send('Invia');
  expect(toast()).toBe('Alcuni campi non sono stati inseriti correttamente');
  expect(problemOf('Nome')).toBe('Compila questo campo');
  expect(problemOf('Paese')).toBe('Seleziona un elemento dell’elenco');
  fill('E-mail', 'x');
  send('Invia');
  expect(problemOf('E-mail')).toBe('Formato dell’e-mail non valido');
});

test('D5.23: the privacy notice opens beside the box, and the input stays', () => {
  show();
  const link = screen.getByRole('link', { name: 'Terms and privacy' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms', '_blank']);
});
