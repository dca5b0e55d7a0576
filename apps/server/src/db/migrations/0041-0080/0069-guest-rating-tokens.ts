/** A guest rates by a token of their device: the maker of the link knows its code, too. Guests who are inside now cannot rate. */
export const guestRatingTokens = {
  number: 69,
  name: 'rating tokens of guests',
  sql: /* sql */ `
alter table guest_links add column rating_hash text;
`,
} as const;
