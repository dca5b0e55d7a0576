/** The address of a page on the web. Null: it is none, or says that it is another one's (`https://bank.example@…`). */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' ? href : null;
}
