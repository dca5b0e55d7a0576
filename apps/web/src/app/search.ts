/** Case and accents do not count. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase();

/** Whether one of the texts holds what is searched; nothing searched holds everywhere. */
export function holds(search: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const wanted = plain(search.trim());
  return wanted === '' || texts.some((text) => text && plain(text).includes(wanted));
}
