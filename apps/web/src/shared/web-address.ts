/** Parses the address of a web page. Null: it is not valid, or it imitates another host (`https://bank.example@…`). */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' ? href : null;
}
