import { CARD_IMAGE_DELAY_MS } from '@earth/contracts';
import { useEffect, useState } from 'react';

type Card = 'closed' | 'open' | 'closing';

/** D4.17: the picture moves into the opened card, and is shown again 600 ms after it was closed. */
export function useOpenedCard() {
  const [card, setCard] = useState<Card>('closed');
  useEffect(() => {
    if (card !== 'closing') return undefined;
    const timer = setTimeout(() => setCard('closed'), CARD_IMAGE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [card]);
  return {
    isOpen: card === 'open',
    hasImage: card === 'closed',
    open: () => setCard('open'),
    close: () => setCard('closing'),
  };
}
