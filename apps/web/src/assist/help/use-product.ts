import type { Product } from '@earth/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { productsQuery } from '../../shared/queries';
import { useNow } from '../../shared/use-now';
import { useCall } from '../calls';

const STORED = 'product';
/** Later, the next call is probably about something else. */
const KEPT_MS = 30 * 60_000;

interface Choice {
  readonly code: string;
  readonly at: number;
}

function readChoice(): Choice | null {
  const [at = '', code = ''] = (localStorage.getItem(STORED) ?? '').split(/ (.*)/s);
  return code !== '' && Number.isFinite(Number(at)) ? { code, at: Number(at) } : null;
}

function keepChoice(choice: Choice | null) {
  if (choice) localStorage.setItem(STORED, `${choice.at} ${choice.code}`);
  else localStorage.removeItem(STORED);
}

/** The product that the next call is about: kept over a reload, until a call was answered or half an hour has passed. */
export function useProduct() {
  const query = useQuery(productsQuery);
  const [choice, setChoice] = useState(readChoice);
  const now = useNow().getTime();
  const isTalking = useCall().view.phase === 'inCall';
  const [wasTalking, setWasTalking] = useState(false);
  if (wasTalking !== isTalking) {
    setWasTalking(isTalking);
    if (isTalking) setChoice(null);
  }
  useEffect(() => keepChoice(choice), [choice]);

  const code = choice && now - choice.at < KEPT_MS ? choice.code : null;
  const chosen: Product | null = query.data?.find((product) => product.code === code) ?? null;
  return {
    query,
    chosen,
    choose: (product: Product) => setChoice({ code: product.code, at: Date.now() }),
    clear: () => setChoice(null),
  };
}
