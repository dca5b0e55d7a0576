/** A quoted text and its author, each with its own text direction. */
export function QuoteWords({ quote }: { readonly quote: string }) {
  const end = quote.indexOf(': ');
  if (end < 0) return quote;
  return (
    <>
      <bdi>{quote.slice(0, end)}</bdi>
      {': '}
      <bdi>{quote.slice(end + 2)}</bdi>
    </>
  );
}
